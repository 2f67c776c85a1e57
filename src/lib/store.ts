import { getDefaultStore } from 'jotai'

/**
 * The app's one jotai store: handed to the Provider, and read and written directly by code that is no component. It is
 * jotai's default store, so that a component outside the Provider cannot come to see another.
 */
export const store = getDefaultStore()
