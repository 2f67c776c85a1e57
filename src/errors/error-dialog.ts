import { atom } from 'jotai'
import { store } from '#lib/store.ts'

/** An error that must be read before going on; a second one replaces the first. */
export const errorDialogAtom = atom<string>()

export function showErrorDialog(words: string): void {
  store.set(errorDialogAtom, words)
}

export function closeErrorDialog(): void {
  store.set(errorDialogAtom, undefined)
}
