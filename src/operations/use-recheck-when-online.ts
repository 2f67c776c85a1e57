import { useEffect, useEffectEvent } from 'react'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'

/** While it is unknown what became of an operation, asks by itself as soon as a lost connection is there again. */
export function useRecheckWhenOnline(unknown: boolean, ask: () => unknown): void {
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!unknown) return
    return store.sub(connectionAtom, () => {
      if (store.get(connectionAtom) === 'back') askNow()
    })
  }, [unknown])
}
