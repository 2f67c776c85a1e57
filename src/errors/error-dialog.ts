import { atom } from 'jotai'
import { store } from '#lib/store.ts'

/** A failure that must be read before going on; a second one takes the first one's place. */
export const errorDialogAtom = atom<string>()

export function showErrorDialog(words: string): void {
  store.set(errorDialogAtom, words)
}

export function closeErrorDialog(): void {
  store.set(errorDialogAtom, undefined)
}
