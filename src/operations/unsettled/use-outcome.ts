import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshMoney } from '#data/refresh-money.ts'
import { serverNow } from '#lib/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { fetchOutcome } from '../fetch-outcome.ts'
import { isUnderWay, type LogEntry } from '../operation-log.ts'
import { type Comparison, findOutcome, type Outcome, type OperationReport } from '../outcome.ts'

/** Pauses between the requests, in ms; the last one repeats. */
function* untilKnown() {
  yield* [0, 1500, 3000, 5000]
  while (true) yield 10_000
}

interface Known {
  outcome: Outcome
  report?: OperationReport | Comparison | undefined
}

/** Asks for the outcome of an operation until it is known, and never performs it. Pauses while offline. */
export function useOutcome(entry: LogEntry): Known {
  const queryClient = useQueryClient()
  const offline = useOffline()
  const [known, setKnown] = useState<Known>({ outcome: 'asking' })
  const open = known.outcome === 'asking' && !offline

  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const { signal } = stop
    const fetchReport = async () => {
      if (await isUnderWay(entry.key)) return undefined
      const report = await fetchOutcome(entry, signal)
      // The preliminary outcome, while the operation may still arrive.
      if (report.status === 'compared' && !signal.aborted) setKnown({ outcome: 'asking', report })
      return report
    }
    // After unmounting nothing goes on, because the running pause never resolves.
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => clearTimeout(timer))
      })
    void findOutcome({ fetchReport, at: entry.at, now: serverNow, pauses: untilKnown(), wait }).then(
      (found) => {
        if (signal.aborted) return
        refreshMoney(queryClient)
        setKnown(found)
      },
    )
    return () => stop.abort()
  }, [open, entry, queryClient])
  return known
}
