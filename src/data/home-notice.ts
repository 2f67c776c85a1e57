import { atom } from 'jotai'
import type { ReactNode } from 'react'

/** What home says below the wallet, once it can appear there without moving what is being read; null: nothing. */
export const homeNoticeAtom = atom<ReactNode>(null)
