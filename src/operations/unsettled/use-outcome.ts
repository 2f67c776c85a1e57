import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { getOperation } from '#api/contract/operation.ts'
import { refreshMoney } from '#data/refresh-money.ts'
import { serverNow } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { isUnderWay, type LogEntry } from '../operation-log.ts'
import { findOutcome, type Outcome, type OperationReport } from '../outcome.ts'

/** Pauses between the questions, in ms; the last one stays. */
function* untilKnown() {
  yield* [0, 1500, 3000, 5000]
  while (true) yield 10_000
}

interface Known {
  outcome: Outcome
  report?: OperationReport | undefined
}

/** Asks what became of an operation until that is known, and never performs it. Stops while there is no connection. */
export function useOutcome({ key, at }: LogEntry): Known {
  const queryClient = useQueryClient()
  const offline = useOffline()
  const [known, setKnown] = useState<Known>(() => ({
    // A backend that cannot be asked knows nothing of it.
    outcome: env.apiExtensions ? ('asking' as const) : 'forgotten',
  }))
  const open = known.outcome === 'asking' && !offline

  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const { signal } = stop
    const ask = async () =>
      (await isUnderWay(key)) ? undefined : request(getOperation, { params: { key }, signal })
    // Once it is left nothing goes on: the pause that runs never ends.
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => clearTimeout(timer))
      })
    void findOutcome({ ask, at, now: serverNow, pauses: untilKnown(), wait }).then((found) => {
      if (signal.aborted) return
      refreshMoney(queryClient)
      setKnown(found)
    })
    return () => stop.abort()
  }, [open, key, at, queryClient])
  return known
}
