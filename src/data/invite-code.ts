import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'

/** Keeps the code of an invite link on this phone; gives the kept one, from this visit or an earlier one. */
export function keepInviteCode(fromLink: string | undefined): string | undefined {
  const code = fromLink?.trim()
  if (code) writeStored(storageKeys.inviteCode, code)
  return code || readStored(storageKeys.inviteCode, v.pipe(v.string(), v.nonEmpty()))
}
