import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { onStored, readStored, writeStored } from '#lib/storage.ts'

const most = 20
const listeners = new Set<() => void>()

/** Codes, the last one first. One text, so that two readings of the same are the same. */
function kept(): string {
  const area = tokenArea()
  return (area && readStored(storageKeys.lastPlayed, v.string(), area)) ?? ''
}

const split = (codes: string) => (codes ? codes.split(' ') : [])

/** The games this member opened on this phone, the last one first. Kept as long as the session. */
export function useLastPlayed(): string[] {
  return split(useSyncExternalStore(subscribe, kept))
}

export function notePlayed(code: string): void {
  const area = tokenArea()
  if (!area) return
  const codes = [code, ...split(kept()).filter((each) => each !== code)].slice(0, most)
  writeStored(storageKeys.lastPlayed, codes.join(' '), area)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStored(storageKeys.lastPlayed, listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
