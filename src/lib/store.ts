import { getDefaultStore } from 'jotai'

/**
 * The app's only jotai store: passed to the Provider, and used directly by code outside components. It is jotai's default store,
 * so that a component outside the Provider uses the same one.
 */
export const store = getDefaultStore()
