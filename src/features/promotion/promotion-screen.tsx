import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { toApiError } from '#api/api-error.ts'
import type { checkActiveBonus } from '#api/contract/bonus.ts'
import type { Reply } from '#api/contract/call.ts'
import { LoadFailed } from '#data/load-failed.tsx'
import { RefreshLine } from '#data/refresh-line.tsx'
import { activeRewardQueryOptions } from '#data/reward-queries.ts'
import { refetchEveryMs } from '#lib/balance.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Page, PageTitle } from '#ui/shell.tsx'
import { useNow } from '#ui/use-now.ts'
import { BonusGrid } from './bonus-grid.tsx'
import { CodeSearch } from './code-search.tsx'
import { bonusesQueryOptions } from './promotion-queries.ts'
import styles from './promotion-screen.module.css'
import { RewardUnknown } from './reward-unknown.tsx'
import { RunningReward } from './running-reward.tsx'

type ActiveQuery = UseQueryResult<Reply<typeof checkActiveBonus>>

export function PromotionScreen({ onOpen }: { onOpen: (code: string) => void }) {
  const { t } = useLingui()
  const now = useNow(30_000)
  const bonuses = useQuery({ ...bonusesQueryOptions, refetchInterval: refetchEveryMs })
  const active = useQuery({ ...activeRewardQueryOptions, refetchInterval: refetchEveryMs })
  const offline = useOffline() || (bonuses.isError && toApiError(bonuses.error).kind === 'offline')
  // One retry is enough where nothing at all could be loaded.
  const isUnseen = !bonuses.data && !active.data && (offline || (bonuses.isError && active.isError))
  return (
    <Page width="wide" className={styles.page}>
      <PageTitle title={t`Bonus`} />
      <p>
        <Trans>
          Open a bonus to see what you get and how much you must play. You can use one bonus at a time.
        </Trans>
      </p>
      {!isUnseen && <RefreshLine queries={[bonuses, active]} offline={offline} />}
      {isUnseen ? (
        <LoadFailed
          card
          queries={[bonuses, active]}
          offline={offline}
          title={t`The bonuses could not be loaded`}
        />
      ) : (
        <div className={styles.columns}>
          <Running active={active} offline={offline} />
          <BonusGrid query={bonuses} offline={offline} now={now} onOpen={onOpen} />
        </div>
      )}
    </Page>
  )
}

/** The active bonus or promotion; without one, the search for a promotion. */
function Running({ active, offline }: { active: ActiveQuery; offline: boolean }) {
  if (!active.data) return <RewardUnknown query={active} offline={offline} />
  if (active.data.status) return <RunningReward reward={active.data} offline={offline} />
  return <CodeSearch offline={offline} />
}
