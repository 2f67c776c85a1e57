import { atom } from 'jotai'
import type { ReactNode } from 'react'
import { store } from '#lib/store.ts'
import type { Tone } from '#ui/art/disc.tsx'
import type { IconName } from '#ui/icon.tsx'

interface ToastMessage {
  tone?: Exclude<Tone, 'plain'>
  icon?: IconName
  title: ReactNode
  text?: ReactNode
  /** A new toast replaces the shown one with the same id. */
  id?: string
  /** Stays until it is dismissed. */
  lasting?: boolean
  /** What its button does, which also dismisses it. */
  action?: { label: string; run: () => void }
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

/** Where toasts show while something lies over the page, the topmost last; null: over everything, as on the page. */
const toastPlacesAtom = atom<readonly { place: HTMLElement | null }[]>([])
export const toastPlaceAtom = atom((get) => get(toastPlacesAtom).at(-1)?.place ?? null)

/** Whether a sheet or dialog lies over the page, which hides the page from screen readers. */
export const isCoveredAtom = atom((get) => get(toastPlacesAtom).length > 0)

/** The ref of the element in which an open sheet shows the toasts: over its header, beside the close button. */
export function holdToasts(place: HTMLElement | null) {
  const entry = { place }
  store.set(toastPlacesAtom, (places) => [...places, entry])
  return () => store.set(toastPlacesAtom, (places) => places.filter((each) => each !== entry))
}

/** The ref of anything in an open dialog, which has no room for toasts: they show over it. */
export const passToasts = () => holdToasts(null)

export function dismissToast(id: string): void {
  store.set(toastsAtom, (shown) => shown.filter((each) => each.id !== id))
}
