import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

const guestId = v.pipe(v.string(), v.uuid())

/**
 * The guest's id in this browser, if a guest has chatted here. It is a secret: it gives access to the conversation. At a
 * sign-in it becomes a claim, and the next guest gets a new one.
 */
export const guestIdAtom = storedAtom<string | undefined>(storageKeys.chatGuestId, guestId, undefined)

/** The guest whose conversation is to be moved to the signed-in member, stored as long as the token. */
export const guestClaimAtom = storedAtom<string | undefined>(
  storageKeys.chatGuestClaim,
  guestId,
  undefined,
  tokenArea,
)
