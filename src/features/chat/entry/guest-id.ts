import * as v from 'valibot'
import { newActKey } from '#lib/act-key.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'

const stored = v.pipe(v.string(), v.uuid())

/** The guest's id of this browser, if one has chatted here. It is a secret: who has it reads along. */
export function knownGuestId(): string | undefined {
  return readStored(storageKeys.chatGuestId, stored)
}

export function guestId(): string {
  const known = knownGuestId()
  if (known) return known
  const id = newActKey()
  writeStored(storageKeys.chatGuestId, id)
  return id
}
