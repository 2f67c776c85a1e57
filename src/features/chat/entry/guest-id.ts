import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored } from '#lib/storage.ts'

const stored = v.pipe(v.string(), v.uuid())

/** The guest's id of this browser, if one has chatted here. It is a secret: who has it reads along. */
export function knownGuestId(): string | undefined {
  return readStored(storageKeys.chatGuestId, stored)
}
