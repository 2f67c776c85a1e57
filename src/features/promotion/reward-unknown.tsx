import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import styles from './code-search.module.css'

/** In the shape of the search for a promotion, which most members get. */
export function RewardSkeleton({ label }: { label: string }) {
  return (
    <Card className={styles.card} aria-busy>
      <Skeleton width="40%" height="0.875rem" />
      <Skeleton control />
      <Skeleton control height="var(--tap)" />
      <output className="visually-hidden">{label}</output>
    </Card>
  )
}

interface RewardUnknownProps {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  offline: boolean
}

/** It is not known yet whether a bonus is active. */
export function RewardUnknown({ query, offline }: RewardUnknownProps) {
  const { t } = useLingui()
  if (!query.isError && !offline) return <RewardSkeleton label={t`Looking for your bonus`} />
  return (
    <Notice
      tone={offline ? 'sky' : 'coral'}
      icon={offline ? 'offline' : 'alert'}
      title={<Trans>We cannot see whether a bonus is in use</Trans>}
      action={
        <Button size="compact" icon="refresh" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t`Try again`}
        </Button>
      }
    >
      {t`Please check the connection and try again.`}
    </Notice>
  )
}
