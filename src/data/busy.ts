import { useEffect, useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()
export const isBusy = () => count > 0

function change(by: number): void {
  count += by
  for (const listener of listeners) listener()
}

/** Something that an update must not interrupt begins here; the returned function ends it. */
export function beginBusy(): () => void {
  change(1)
  let ended = false
  return () => {
    if (!ended) change(-1)
    ended = true
  }
}

/** The same for as long as a screen is in such a state: a code being entered, a QR counting down. */
export function useBusyWhile(active: boolean): void {
  useEffect(() => (active ? beginBusy() : undefined), [active])
}

export function useIsBusy(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isBusy)
}
