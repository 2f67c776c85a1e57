import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '#api/api-error.ts'
import { currentLocale } from '#i18n/activate.ts'
import { formatRelative, formatTime } from '#i18n/format.ts'
import { serverNow } from '#lib/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Page, PageTitle } from '#ui/shell.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { useNow } from '#ui/use-now.ts'
import { BonusGrid } from './bonus-grid.tsx'
import { CodeSearch } from './code-search.tsx'
import { activeRewardQueryOptions, bonusesQueryOptions } from './promotion-queries.ts'
import styles from './promotion-screen.module.css'
import { RewardUnknown } from './reward-unknown.tsx'
import { RunningReward } from './running-reward.tsx'

export function PromotionScreen({ onOpen }: { onOpen: (code: string) => void }) {
  const { t } = useLingui()
  const now = useNow(30_000)
  const bonuses = useQuery(bonusesQueryOptions)
  const offline = useOffline() || (bonuses.isError && toApiError(bonuses.error).kind === 'offline')
  const time = formatTime(bonuses.dataUpdatedAt)
  const age = formatRelative(bonuses.dataUpdatedAt, now, currentLocale())
  return (
    <Page width="wide" className={styles.page}>
      <PageTitle
        title={t`Bonus`}
        aside={
          bonuses.data &&
          (offline || bonuses.isError) && (
            <StaleNote>
              <Trans>
                As of {time} · {age}
              </Trans>
            </StaleNote>
          )
        }
      />
      <div className={styles.columns}>
        <Running offline={offline} />
        <BonusGrid query={bonuses} offline={offline} now={serverNow()} onOpen={onOpen} />
      </div>
    </Page>
  )
}

/** What runs; where nothing does, the way to a promotion. */
function Running({ offline }: { offline: boolean }) {
  const active = useQuery(activeRewardQueryOptions)
  if (!active.data) return <RewardUnknown query={active} offline={offline} />
  if (active.data.status) return <RunningReward type={active.data.type} offline={offline} />
  return <CodeSearch offline={offline} />
}
