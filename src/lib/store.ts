import { getDefaultStore } from 'jotai'

/** The app's only jotai store. It is jotai's default one, so components need no Provider, and code outside components uses it directly. */
export const store = getDefaultStore()
