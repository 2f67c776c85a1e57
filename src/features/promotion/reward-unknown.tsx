import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonPart } from '#ui/skeleton.tsx'

/** As high as the search for a promotion, which most members get. */
export const rewardHeight = '10.75rem'

interface RewardUnknownProps {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  offline: boolean
}

/** It is not known yet whether a bonus is active. */
export function RewardUnknown({ query, offline }: RewardUnknownProps) {
  const { t } = useLingui()
  if (!query.isError && !offline)
    return <SkeletonPart height={rewardHeight} label={t`Looking for your bonus`} />
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
