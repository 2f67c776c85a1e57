import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Whether the member has covered the amounts on this phone. Ends with the session. */
export const balanceHiddenAtom = storedAtom(storageKeys.hideBalance, v.boolean(), false)
