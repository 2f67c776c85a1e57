import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatDateTime } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Disc } from '#ui/art/disc.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Pager } from '#ui/list/pager.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { LoadFailed } from './load-failed.tsx'
import { type ListPlace, useTurnPage } from '#data/pages.ts'
import { usePageCount } from '#data/use-page-count.ts'
import styles from './reward-log.module.css'

interface Reward {
  /** The name of its source. */
  name?: string
  satang: number
  /** ISO 8601. */
  at: string
}

interface RewardLogProps {
  title: string
  icon: IconName
  /** The name of rewards without their own. */
  name: string
  /** The query of the current page. */
  log: Pick<
    UseQueryResult<{ total: number; cursor?: string | null | undefined; rewards: Reward[] }>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >
  place: ListPlace
  onPlace: (place: ListPlace) => void
  /** The texts for an empty list. */
  empty: { title: string; text: string }
}

/** The rewards received before, ten per page. */
export function RewardLog({ title, icon, name, log, place, onPlace, empty }: RewardLogProps) {
  const { t } = useLingui()
  const { data, isPlaceholderData } = log
  const pages = usePageCount(data?.total)
  const turn = useTurnPage(place, isPlaceholderData ? null : data?.cursor, onPlace)
  return (
    <>
      <SectionHead level={3} title={title} />
      {!data && !log.error && <SkeletonRows label={t`Loading`} />}
      {!data && log.error && <LoadFailed queries={[log]} title={t`The list could not be loaded`} />}
      {data?.total === 0 && (
        <Card className={styles.nothing}>
          <b>{empty.title}</b>
          <p>{empty.text}</p>
        </Card>
      )}
      {data && data.rewards.length > 0 && (
        <Card
          as="ul"
          rows
          aria-label={title}
          aria-busy={isPlaceholderData}
          className={classNames(isPlaceholderData && styles.waiting)}
        >
          {data.rewards.map((reward) => (
            <li key={`${reward.at} ${data.rewards.indexOf(reward)}`} className={styles.reward}>
              <Disc icon={icon} tone="gold" />
              <div className={styles.words}>
                <p>{reward.name || name}</p>
                <time dateTime={reward.at}>{formatDateTime(reward.at)}</time>
              </div>
              <Amount satang={reward.satang} flow="in" className={styles.amount} />
            </li>
          ))}
        </Card>
      )}
      {pages > 1 && (
        <Pager
          page={Math.min(place.page, pages)}
          pages={pages}
          onPage={turn}
          label={t`Pages`}
          previousLabel={t`Previous page`}
          nextLabel={t`Next page`}
        />
      )}
    </>
  )
}
