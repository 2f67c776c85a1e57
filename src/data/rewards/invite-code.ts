import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'

export const maxInviteCodeLength = 60
const kept = v.pipe(v.string(), v.nonEmpty(), v.maxLength(maxInviteCodeLength))

/** Stores the code of an invite link unless it is too long; returns the stored one, from this visit or an earlier one. */
export function keepInviteCode(fromLink: string | undefined): string | undefined {
  const code = fromLink?.trim()
  if (v.is(kept, code)) writeStored(storageKeys.inviteCode, code)
  return readStored(storageKeys.inviteCode, kept)
}
