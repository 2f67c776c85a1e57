import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { getAct } from '#api/contract/act.ts'
import { isUnderWay, type JournalEntry } from '#data/act-journal.ts'
import type { ActReport } from '#data/act-runner.ts'
import { refreshMoney } from '#data/act.ts'
import { serverNow } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { type Outcome, outcomeOf } from './unsettled-rules.ts'

/** Pauses between the questions, in ms; the last one stays. */
const pauses = [0, 1500, 3000, 5000, 10_000]

interface Known {
  outcome: Outcome
  report?: ActReport | undefined
}

/** Asks what became of an act until that is known, and never performs it. Stops while there is no connection. */
export function useOutcome({ key, at }: JournalEntry): Known {
  const queryClient = useQueryClient()
  const offline = useOffline()
  const [known, setKnown] = useState<Known>(() => ({
    // A backend that cannot be asked knows nothing of it.
    outcome: env.apiExtensions ? ('asking' as const) : 'forgotten',
  }))
  const open = known.outcome === 'asking' && !offline

  useEffect(() => {
    if (!open) return
    let asked = 0
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const askSoon = () => {
      timer = setTimeout(() => void ask(), pauses[Math.min(asked, pauses.length - 1)])
    }
    const ask = async () => {
      asked += 1
      const report = (await isUnderWay(key))
        ? undefined
        : await request(getAct, { params: { key }, signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      const outcome = outcomeOf(report, at, serverNow())
      if (outcome === 'asking') return askSoon()
      refreshMoney(queryClient)
      setKnown({ outcome, report })
    }
    askSoon()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [open, key, at, queryClient])
  return known
}
