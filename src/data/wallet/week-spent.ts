import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Whether the home card on this phone shows what was spent on games this week. Reset when the session ends. */
export const weekSpentAtom = storedAtom(storageKeys.weekSpent, v.boolean(), false)
