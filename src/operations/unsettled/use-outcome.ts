import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshMoney } from '#data/refresh-money.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { serverNow } from '#lib/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { fetchOutcome } from '../fetch-outcome.ts'
import { isUnderWay, type LogEntry } from '../operation-log.ts'
import type { KnownOperation } from '../operations.ts'
import { type Comparison, findOutcome, type Outcome, type OperationReport } from '../outcome.ts'

/** Pauses between the requests, in ms; the last one repeats. */
function* untilKnown() {
  yield* [0, 1500, 3000, 5000]
  while (true) yield 10_000
}

// Its texts are not among those of the first screens. Without it no outcome could be told, and offline none can be had.
const loadRecord = () => withLaterMessages(() => import(/* later */ '../operations.ts'))

interface Known {
  outcome: Outcome
  /** Undefined until it is loaded, and for one that this release does not know. */
  operation?: KnownOperation | undefined
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
      const { knownOperation } = await loadRecord()
      const operation = knownOperation(entry.act)
      if (!signal.aborted) setKnown((so) => ({ ...so, operation }))
      if (await isUnderWay(entry.key)) return undefined
      const report = await fetchOutcome(entry, signal)
      // The preliminary outcome, while the operation may still arrive.
      if (report.status === 'compared' && !signal.aborted) setKnown({ outcome: 'asking', operation, report })
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
        setKnown(({ operation }) => ({ operation, ...found }))
      },
    )
    return () => stop.abort()
  }, [open, entry, queryClient])
  return known
}
