import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type SlipOutbox, slipOutbox, type SlipsUnderWay } from './slip-outbox.ts'

const nothing: SlipsUnderWay = { waiting: [], arrived: [] }

/** The slips on their way to the server. Undefined while nothing is known of them. */
export function useSlipOutbox(): { outbox: SlipOutbox | undefined } & SlipsUnderWay {
  const queryClient = useQueryClient()
  const [outbox, setOutbox] = useState<SlipOutbox>()
  useEffect(() => {
    let left = false
    slipOutbox(queryClient)
      .then((opened) => left || setOutbox(opened))
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [queryClient])
  const subscribe = useCallback(
    (listener: () => void) => outbox?.subscribe(listener) ?? (() => undefined),
    [outbox],
  )
  const state = useSyncExternalStore(subscribe, () => outbox?.state() ?? nothing)
  return { outbox, ...state }
}
