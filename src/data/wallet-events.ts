import { useEffect, useSyncExternalStore } from 'react'

let interested = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  interested += by
  for (const listener of listeners) listener()
}

/** While `active`, money that arrives or leaves is noticed at once and the wallet, statement and QRs are asked for anew. */
export function useWalletEvents(active: boolean): void {
  useEffect(() => {
    if (!active) return
    change(1)
    return () => change(-1)
  }, [active])
}

/** Whether some screen wants them: a connection is only held while one does. */
export function useWalletEventsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => interested > 0,
  )
}
