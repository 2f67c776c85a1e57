import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored } from '#lib/storage.ts'

export const outboxDatabase = 'champa-outbox'

/** Everything that waits is given up, in all tabs. Never fails: where nothing can be kept, nothing is there. */
export function emptyOutbox(): void {
  try {
    indexedDB.deleteDatabase(outboxDatabase)
  } catch {
    // No databases here.
  }
}

/** Whether something may wait from an earlier visit. */
export function outboxWaits(): boolean {
  return readStored(storageKeys.outboxWaits, v.boolean()) ?? false
}
