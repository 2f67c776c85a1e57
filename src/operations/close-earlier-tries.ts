import type { Call } from '#api/contract/call.ts'
import { store } from '#lib/store.ts'
import { closeLogEntry, leftEntriesAtom, unsettledOperations } from './operation-log.ts'

/** Removes earlier tries of a call that another operation has completed. Not in the log's file, which the first screen loads. */
export function closeEarlierTries({ id }: Call): void {
  const tries = [...unsettledOperations(), ...store.get(leftEntriesAtom)]
  for (const one of tries) if (one.act === id) closeLogEntry(one.key)
}
