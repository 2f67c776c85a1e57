import { atom } from 'jotai'
import * as v from 'valibot'
import { outboxDatabase } from '#lib/outbox/outbox-database.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Whether the database may have entries, from this visit or an earlier one. */
export const storedWaitsAtom = storedAtom(storageKeys.outboxWaits, v.boolean(), false)
/** The number of entries in memory, which end with the page. */
export const inMemoryCountAtom = atom(0)
/** Whether the outbox may have entries. */
export const outboxWaitsAtom = atom((get) => get(storedWaitsAtom) || get(inMemoryCountAtom) > 0)

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
