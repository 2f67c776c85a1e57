import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'

export const maxInviteCodeLength = 60
const kept = v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxInviteCodeLength))

/** Keeps the code of an invite link on this phone, unless it is too long for one; gives the kept one, from this visit or an earlier one. */
export function keepInviteCode(fromLink: string | undefined): string | undefined {
  const code = fromLink?.trim()
  if (v.is(kept, code)) writeStored(storageKeys.inviteCode, code)
  return readStored(storageKeys.inviteCode, kept)
}
