import { createStore } from 'jotai'

/** The app's one jotai store: handed to the Provider, and read and written directly by code that is no component. */
export const store = createStore()
