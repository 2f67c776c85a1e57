import { Trans } from '@lingui/react/macro'
import { useAtom, useAtomValue } from 'jotai'
import { RESET } from 'jotai/utils'
import { useEffect } from 'react'
import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { LastUpdated } from '#components/last-updated.tsx'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { isStale, refetchEveryMs } from '#lib/money/balance.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { useNow } from '#ui/use-now.ts'
import { weekOfLosses } from './limits-queries.ts'
import { useLimits } from './use-limits.ts'
import { useOver } from './use-over.ts'

const lastKnown = v.object({
  /** Satang. */
  used: v.pipe(v.number(), v.safeInteger()),
  /** When the week ends. */
  until: v.string(),
  /** When the server said so, in ms by the phone's clock. */
  at: v.pipe(v.number(), v.safeInteger()),
})
/** Kept beside the token, so that it is there without a network too, and no longer than the session. */
const lastKnownAtom = storedAtom(storageKeys.lastWeekSpent, v.optional(lastKnown), undefined, tokenArea)

/** What went into games this week, less what came back of it, in the home card's list of figures. Renders nothing until it is known. */
export function WeekSpent() {
  const enabled = useAtomValue(extensionsAtom).has('play-limits')
  const { data, dataUpdatedAt, isError } = useLimits({ enabled, refetchInterval: refetchEveryMs })
  const [known, setKnown] = useAtom(lastKnownAtom)
  const online = !useOffline()
  const now = useNow()
  useEffect(() => {
    if (!data) return
    const week = weekOfLosses(data)
    setKnown(week ? { used: week.used, until: week.until, at: dataUpdatedAt } : RESET)
  }, [data, dataUpdatedAt, setKnown])
  const isOver = useOver(known?.until)
  if (!enabled || !known || isOver) return null
  const updatedAt = serverTime(known.at)
  const stale = isStale({ online, failed: isError, updatedAt, now })
  return (
    <>
      <dt>
        <Trans>Spent on games this week</Trans>
      </dt>
      <dd>
        <Amount satang={Math.max(known.used, 0)} stale={stale} />
      </dd>
      {stale && (
        <dd>
          <LastUpdated updatedAt={updatedAt} now={now} stale />
        </dd>
      )}
    </>
  )
}
