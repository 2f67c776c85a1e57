import { atom } from 'jotai'
import type { ReactNode } from 'react'
import { store } from '#lib/store.ts'
import type { Tone } from './disc.tsx'
import type { IconName } from './icon.tsx'

export interface ToastMessage {
  tone?: Exclude<Tone, 'plain'>
  icon?: IconName
  title: ReactNode
  text?: ReactNode
  /** A new toast replaces the shown one with the same id. */
  id?: string
  /** Stays until it is dismissed. */
  lasting?: boolean
}

export interface ShownToast extends ToastMessage {
  id: string
  /** Changes with every toast, so that a replacement restarts the timer. */
  turn: number
}

const maxToasts = 3
let turns = 0

/** The toasts on screen, newest last. */
export const toastsAtom = atom<readonly ShownToast[]>([])

export function toast(message: ToastMessage): void {
  turns += 1
  const entry = { ...message, id: message.id ?? `toast-${turns}`, turn: turns }
  store.set(toastsAtom, (shown) => [...shown.filter(({ id }) => id !== entry.id), entry].slice(-maxToasts))
}

export function dismissToast(id: string): void {
  store.set(toastsAtom, (shown) => shown.filter((each) => each.id !== id))
}
