import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { BonusLink } from '#data/bonus-link.tsx'
import { activeRewardQueryOptions } from '#data/reward-queries.ts'
import { RewardType } from '#data/reward-type.tsx'
import { Amount } from '#ui/amount.tsx'
import { Notice } from '#ui/notice.tsx'

interface Hold {
  /** The server's type of the bonus. */
  type: string
  /** The turnover left, in satang; undefined if the backend does not say. */
  toPlay?: number
  /** Withdrawals are certainly refused, not just probably. */
  isBinding: boolean
}

/** What an active bonus requires before a withdrawal; undefined if nothing. */
export function useBonusHold(): Hold | undefined {
  const { data, isFetchedAfterMount } = useQuery({ ...activeRewardQueryOptions, staleTime: 0 })
  if (!data?.status) return undefined
  const { type, toPlay } = data
  if (toPlay === null || toPlay === undefined) return { type, isBinding: false }
  if (toPlay <= 0) return undefined
  return { type, toPlay, isBinding: isFetchedAfterMount }
}

export function BonusHold({ hold: { type, toPlay } }: { hold: Hold }) {
  return (
    <Notice tone="gold" icon="gift" title={<RewardType type={type} />} action={<BonusLink />}>
      {toPlay === undefined ? (
        <Trans>
          This bonus is in use. Money can be withdrawn once its terms are met, or once it is cancelled.
        </Trans>
      ) : (
        <Trans>
          This bonus is in use. Before you can withdraw, <Amount satang={toPlay} /> must still be played in
          games.
        </Trans>
      )}
    </Notice>
  )
}
