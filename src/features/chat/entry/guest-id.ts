import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

const guestId = v.pipe(v.string(), v.uuid())

/**
 * The guest's id of this browser, if one has chatted here. It is a secret: who has it reads along. At a
 * sign-in it becomes a claim, and the next guest gets another.
 */
export const guestIdAtom = storedAtom<string | undefined>(storageKeys.chatGuestId, guestId, undefined)

/** The guest whose conversation is to go along with the member who signed in, kept for as long as the token. */
export const guestClaimAtom = storedAtom<string | undefined>(
  storageKeys.chatGuestClaim,
  guestId,
  undefined,
  tokenArea,
)
