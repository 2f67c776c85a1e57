import { atom } from 'jotai'
import * as v from 'valibot'
import { env } from './env.ts'
import type { ExtensionName } from './extension-names.ts'
import { storageKeys } from './storage-keys.ts'
import { store } from './store.ts'
import { storedAtom } from './stored-atom.ts'

/** The last `X-Api-Extensions`, also of an earlier visit: what that one left unsent goes out before anything is answered. */
const announcedAtom = storedAtom(storageKeys.extensions, v.string(), '')

/** The extensions that the app may use. */
export const extensionsAtom = atom((get): { has: (name: ExtensionName) => boolean } => {
  const names = get(announcedAtom).split(/[, ]+/)
  return { has: (name) => env.apiExtensions === 'on' || names.includes(name) }
})

export const hasExtension = (name: ExtensionName): boolean => store.get(extensionsAtom).has(name)

/** What the backend has announced so far. */
export const announcedSoFar = (): string => store.get(announcedAtom)

/**
 * Notes what an answer announces, unless another answer has changed `known` since this one was asked for. A backend that has
 * extensions announces them with every answer.
 */
export function noteExtensions(header: string, known = announcedSoFar()): void {
  if (known !== announcedSoFar()) return
  const announced = env.apiExtensions === 'auto' ? header : ''
  if (announced !== known) store.set(announcedAtom, announced)
}
