import * as v from 'valibot'
import { outboxDatabase } from '#lib/outbox-names.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Whether the outbox may have entries, from this visit or an earlier one. */
export const outboxWaitsAtom = storedAtom(storageKeys.outboxWaits, v.boolean(), false)

/**
 * Deletes all entries, in all tabs. It never fails: where nothing can be stored, nothing is there. It does without idb, because
 * the end of a session is part of the first bundle.
 */
export function emptyOutbox(): void {
  try {
    indexedDB.deleteDatabase(outboxDatabase)
  } catch {
    // The browser has no databases.
  }
}
