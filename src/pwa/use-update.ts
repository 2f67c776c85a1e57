import { useSyncExternalStore } from 'react'

let install: (() => void) | undefined
const listeners = new Set<() => void>()

/** A new version is ready: `take` starts it. Undefined: there is none, or the member put it off. */
export function offerUpdate(take: (() => void) | undefined): void {
  install = take
  for (const listener of listeners) listener()
}

/** Starts the new version that waits, or undefined. */
export function useUpdate(): (() => void) | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => install,
  )
}
