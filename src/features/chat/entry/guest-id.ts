import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/**
 * The guest's id of this browser, if one has chatted here. It is a secret: who has it reads along. Once the conversation has gone
 * along with a member it is forgotten, and the next guest gets another.
 */
export const guestIdAtom = storedAtom<string | undefined>(
  storageKeys.chatGuestId,
  v.pipe(v.string(), v.uuid()),
  undefined,
)
