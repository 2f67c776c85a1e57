import { atom } from 'jotai'
import * as v from 'valibot'
import { env } from '#lib/env.ts'
import type { ExtensionName } from './extension-names.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** The last `X-Api-Extensions`, also of an earlier visit: entries left unsent are sent before the first response. */
const announcedAtom = storedAtom(storageKeys.extensions, v.string(), '')

/** The extensions that the app may use. */
export const extensionsAtom = atom((get): { has: (name: ExtensionName) => boolean } => {
  const names = get(announcedAtom).split(/[, ]+/)
  return { has: (name) => env.apiExtensions === 'on' || names.includes(name) }
})

export const hasExtension = (name: ExtensionName): boolean => store.get(extensionsAtom).has(name)

/** The extensions that the backend has announced so far. */
export const announcedSoFar = (): string => store.get(announcedAtom)

/**
 * Stores the extensions that a response announces, unless another response has changed `known` since its request. A backend with
 * extensions announces them with every response.
 */
export function noteExtensions(header: string, known = announcedSoFar()): void {
  if (known !== announcedSoFar()) return
  const announced = env.apiExtensions === 'auto' ? header : ''
  if (announced !== known) store.set(announcedAtom, announced)
}
