import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { onStored, readStored, writeStored } from '#lib/storage.ts'

export const outboxDatabase = 'champa-outbox'

/** Everything that waits is given up, in all tabs. Never fails: where nothing can be kept, nothing is there. */
export function emptyOutbox(): void {
  try {
    indexedDB.deleteDatabase(outboxDatabase)
  } catch {
    // No databases here.
  }
}

const fillListeners = new Set<() => void>()

/** Something waits now. */
export function noteOutboxFilled(): void {
  writeStored(storageKeys.outboxWaits, true)
  for (const listener of fillListeners) listener()
}

/** Calls back when something begins to wait, in this tab or another. Returns what ends it. */
export function onOutboxFilled(listener: () => void): () => void {
  fillListeners.add(listener)
  const stop = onStored(storageKeys.outboxWaits, listener)
  return () => {
    fillListeners.delete(listener)
    stop()
  }
}

/** Whether something may wait from an earlier visit. */
export function outboxWaits(): boolean {
  return readStored(storageKeys.outboxWaits, v.boolean()) ?? false
}
