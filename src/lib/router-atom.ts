import type { AnyRouter } from '@tanstack/react-router'
import { atom } from 'jotai'

/** The app's router, for code below the routes that has to know where in the history the app is. */
export const routerAtom = atom<AnyRouter>()
