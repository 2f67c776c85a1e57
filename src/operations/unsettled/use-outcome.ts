import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshMoney } from '#data/refresh-money.ts'
import { serverNow } from '#lib/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { askOutcome } from '../ask-outcome.ts'
import { isUnderWay, type LogEntry } from '../operation-log.ts'
import { type Comparison, findOutcome, type Outcome, type OperationReport } from '../outcome.ts'

/** Pauses between the questions, in ms; the last one stays. */
function* untilKnown() {
  yield* [0, 1500, 3000, 5000]
  while (true) yield 10_000
}

interface Known {
  outcome: Outcome
  report?: OperationReport | Comparison | undefined
}

/** Asks what became of an operation until that is known, and never performs it. Stops while there is no connection. */
export function useOutcome(entry: LogEntry): Known {
  const queryClient = useQueryClient()
  const offline = useOffline()
  const [known, setKnown] = useState<Known>({ outcome: 'asking' })
  const open = known.outcome === 'asking' && !offline

  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const { signal } = stop
    const ask = async () => {
      if (await isUnderWay(entry.key)) return undefined
      const report = await askOutcome(entry, signal)
      // What can be known so far, while it may still arrive.
      if (report.status === 'compared' && !signal.aborted) setKnown({ outcome: 'asking', report })
      return report
    }
    // Once it is left nothing goes on: the pause that runs never ends.
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => clearTimeout(timer))
      })
    void findOutcome({ ask, at: entry.at, now: serverNow, pauses: untilKnown(), wait }).then((found) => {
      if (signal.aborted) return
      refreshMoney(queryClient)
      setKnown(found)
    })
    return () => stop.abort()
  }, [open, entry, queryClient])
  return known
}
