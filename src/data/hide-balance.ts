import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { onStored, readStored, writeStored } from '#lib/storage.ts'

const listeners = new Set<() => void>()

/** Read from the storage each time, so that a session's end, which empties it, is seen too. */
const isHidden = () => readStored(storageKeys.hideBalance, v.boolean()) ?? false

/** Whether the member has covered the amounts on this phone. */
export function useBalanceHidden(): boolean {
  return useSyncExternalStore(subscribe, isHidden)
}

export function setBalanceHidden(hidden: boolean): void {
  writeStored(storageKeys.hideBalance, hidden)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStored(storageKeys.hideBalance, listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
