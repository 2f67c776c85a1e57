import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

export const outboxDatabase = 'champa-outbox'

/** Whether something may wait in the outbox, from this visit or an earlier one. */
export const outboxWaitsAtom = storedAtom(storageKeys.outboxWaits, v.boolean(), false)

/**
 * Gives up everything that waits, in all tabs. It never fails: where nothing can be kept, nothing is there. Without idb,
 * because the end of a session belongs to the first bundle.
 */
export function emptyOutbox(): void {
  try {
    indexedDB.deleteDatabase(outboxDatabase)
  } catch {
    // No databases here.
  }
}
