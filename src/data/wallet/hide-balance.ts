import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Whether the member has hidden the amounts on this phone. Reset when the session ends. */
export const balanceHiddenAtom = storedAtom(storageKeys.hideBalance, v.boolean(), false)
