import { atom } from 'jotai'
import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

const maxEntries = 20

/** Codes separated by spaces. */
const codes = v.pipe(v.string(), v.regex(/^\S+(?: \S+)*$/))
const keptAtom = storedAtom(storageKeys.lastPlayed, codes, '', tokenArea)

/** Codes of the games that this member opened or moved money into on this phone, newest first. Kept for the session. */
export const lastUsedAtom = atom((get) => get(keptAtom).split(' ').filter(Boolean))

export function noteUsed(code: string): void {
  const others = store.get(lastUsedAtom).filter((each) => each !== code)
  store.set(keptAtom, [code, ...others].slice(0, maxEntries).join(' '))
}
