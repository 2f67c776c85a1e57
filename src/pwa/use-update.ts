import { useSyncExternalStore } from 'react'

export interface Update {
  /** Starts the new version. */
  take: () => void
  /** Something was asked for that this version has no more. */
  isNeeded?: boolean
}

let update: Update | undefined
const listeners = new Set<() => void>()

/** A new version is ready. */
export function offerUpdate(offered: Update): void {
  update = offered
  for (const listener of listeners) listener()
}

/** The new version that waits, or undefined. */
export function useUpdate(): Update | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => update,
  )
}
