import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { checkActiveBonus } from '#api/contract/bonus.ts'
import type { Reply } from '#api/contract/call.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { RefreshLine } from '#components/refresh-line.tsx'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { useFirstLoad } from '#data/use-first-load.ts'
import { useAge } from '#data/wallet/wallet-age.ts'
import { refetchEveryMs } from '#lib/money/balance.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Page, PageTitle } from '#ui/frame/shell.tsx'
import { useNow } from '#ui/use-now.ts'
import { useWide } from '#ui/frame/use-wide.ts'
import { BonusBeside } from './bonus-beside.tsx'
import { BonusGrid } from './bonus-grid.tsx'
import { CodeSearch } from './code-search.tsx'
import { useRunningPlanLoads } from './own-terms.tsx'
import { bonusesQueryOptions, currentPromotionQueryOptions } from './promotion-queries.ts'
import { bonusBeside } from './promotion-rules.ts'
import styles from './promotion-screen.module.css'
import { RewardSkeleton, RewardUnknown } from './reward-unknown.tsx'
import { RunningReward } from './running-reward.tsx'

type ActiveQuery = UseQueryResult<Reply<typeof checkActiveBonus>>

/** `onOpen`: shows a bonus's offer in a sheet. In a wide window it stands beside the list. */
export function PromotionScreen({ onOpen }: { onOpen: (code: string) => void }) {
  const { t } = useLingui()
  const wide = useWide()
  const [chosen, setChosen] = useState<string>()
  const [held, setHeld] = useState(false)
  const now = useNow(30_000)
  const bonuses = useQuery({ ...bonusesQueryOptions, refetchInterval: refetchEveryMs })
  const active = useQuery({ ...activeRewardQueryOptions, refetchInterval: refetchEveryMs })
  const isRunning = active.data?.status === true
  // The bonus in use stands above the list, and would push it away from under the finger.
  const loadsAbove = useFirstLoad(
    bonuses,
    active,
    useQuery({ ...currentPromotionQueryOptions, enabled: isRunning }),
    ...useRunningPlanLoads(isRunning),
  )
  const offline = useOffline()
  const isLoading = loadsAbove && !offline
  // One retry is enough where nothing at all could be loaded.
  const isUnseen = !bonuses.data && !active.data && (offline || (bonuses.isError && active.isError))
  const beside = wide ? bonusBeside(bonuses.data ?? [], chosen, now) : undefined
  return (
    <Page width="wide">
      <PageTitle title={t`Bonus`} />
      <p>
        <Trans>
          Open a bonus to see what you get and how much you must play. You can use one bonus at a time.
        </Trans>
      </p>
      {!isUnseen && <RefreshLine queries={[bonuses, active]} />}
      {isUnseen ? (
        <LoadFailed card queries={[bonuses, active]} title={t`The bonuses could not be loaded`} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.list}>
            <Running active={active} offline={offline} isLoading={isLoading} />
            <BonusGrid
              query={bonuses}
              isLoading={isLoading}
              offline={offline}
              now={now}
              chosen={beside?.code}
              held={held}
              onOpen={wide ? setChosen : onOpen}
            />
          </div>
          {beside && <BonusBeside key={beside.code} bonus={beside} onHeld={setHeld} />}
        </div>
      )}
    </Page>
  )
}

interface RunningProps {
  active: ActiveQuery
  offline: boolean
  isLoading: boolean
}

/** The active bonus or promotion; without one, the search for a promotion. */
function Running({ active, offline, isLoading }: RunningProps) {
  const { t } = useLingui()
  const { stale } = useAge(active)
  if (!active.data) return <RewardUnknown query={active} offline={offline} />
  if (isLoading) return <RewardSkeleton label={t`Loading`} />
  if (active.data.status) return <RunningReward reward={active.data} offline={offline} stale={stale} />
  return <CodeSearch offline={offline} />
}
