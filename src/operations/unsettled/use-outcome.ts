import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { fetchOutcome } from '../fetch-outcome.ts'
import type { LogEntry } from '../operation-log.ts'
import type { KnownOperation } from '../operations.ts'
import { type Comparison, findOutcome, type Outcome, type OperationReport } from '../outcome.ts'
import { isUnderWay } from './is-under-way.ts'

const pauses = [0, 1500, 3000, 5000]

/** The pauses between requests, in ms; they end when the signal aborts. */
function* untilAborted(signal: AbortSignal) {
  for (let turn = 0; !signal.aborted; turn += 1) yield pauses[turn] ?? 10_000
}

// Its texts are not among those of the first screens.
const loadRecord = () => withLaterMessages(() => import(/* later */ '../operations.ts'))

interface Known {
  outcome: Outcome
  report?: OperationReport | Comparison | undefined
}

/** Asks for the outcome of an operation until it is known, and never performs it. Pauses while offline, unless the log knows it. */
export function useOutcome(entry: LogEntry): Known & { operation: KnownOperation | undefined } {
  const queryClient = useQueryClient()
  const offline = useOffline()
  const [known, setKnown] = useState<Known>({ outcome: 'asking' })
  /** Undefined until it is loaded, and for one that this release does not know. */
  const [operation, setOperation] = useState<KnownOperation>()
  const open = known.outcome === 'asking' && (entry.isDone || !offline)

  useEffect(() => {
    let isShown = true
    const take = ({ knownOperation }: Awaited<ReturnType<typeof loadRecord>>) => {
      if (isShown) setOperation(knownOperation(entry.act))
    }
    loadRecord().then(take, () => undefined)
    return () => {
      isShown = false
    }
  }, [entry])

  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const { signal } = stop
    const fetchReport = async () => {
      if (entry.isDone) return { status: 'done' as const }
      if (await isUnderWay(entry.key)) return undefined
      const report = await fetchOutcome(entry, signal)
      // The preliminary outcome, while the operation may still arrive.
      if (report.status === 'compared' && !signal.aborted) setKnown({ outcome: 'asking', report })
      return report
    }
    // A pause that is broken off never ends, so no further request is sent.
    let pause: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        pause = setTimeout(resolve, ms)
      })
    const find = async () => {
      const found = await findOutcome({
        fetchReport,
        at: entry.at,
        now: serverNow,
        pauses: untilAborted(signal),
        wait,
      })
      // What a reply says is told by the record. Without it the member looks at the balance, unless this phone has seen the end.
      const isDone = found.outcome === 'done'
      const record = isDone ? await loadRecord().catch(() => undefined) : undefined
      if (signal.aborted) return
      refreshMoney(queryClient)
      if (record) setOperation(record.knownOperation(entry.act))
      setKnown(isDone && !record && !entry.isDone ? { outcome: 'forgotten' } : found)
    }
    void find()
    return () => {
      stop.abort()
      clearTimeout(pause)
    }
  }, [open, entry, queryClient])
  return { ...known, operation }
}
