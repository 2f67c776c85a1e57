import { useQuery } from '@tanstack/react-query'
import { useNow } from '#ui/use-now.ts'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { sameOpeningMs } from '#data/same-opening.ts'
import { isOutdated } from './wallet-age.ts'

/** What keeps the member from withdrawing. `toPlay` is the turnover left, in satang; `stale` if it is out of date. */
export type WithdrawBlock =
  /** The bank account was changed, or added beside others (`isNew`). `until`: ISO 8601. */
  | { kind: 'hold'; until: string; isNew?: true }
  /** An active bonus; a backend may not say how much is left to play. */
  | { kind: 'bonus'; type: string; toPlay?: number; stale: boolean }
  /** Deposits are to be played first. */
  | { kind: 'turnover'; toPlay: number; stale: boolean }

interface WithdrawBlocks {
  /** The worst first. */
  blocks: WithdrawBlock[]
  /** The backend would refuse a withdrawal now, whatever the amount. */
  stops: boolean
  /** What one withdrawal may be, in satang, once every look-up has answered: then an empty `blocks` means that nothing stops one. */
  range: { withdrawMin: number; withdrawMax: number } | undefined
  /** Nothing is known yet of one of them. */
  isLoading: boolean
}

interface Asked {
  /** Asked for each time, because a hold ends by itself or by playing, and may have begun on another phone. */
  fresh?: boolean
  /** The account beside the usual one that is to be paid, which has its own hold. */
  account?: { heldUntil?: string | null | undefined } | undefined
}

export function useWithdrawBlocks({ fresh = false, account }: Asked = {}): WithdrawBlocks {
  const now = useNow()
  const age = fresh && { staleTime: sameOpeningMs }
  const limits = useQuery({ ...withdrawLimitsQueryOptions, ...age })
  const reward = useQuery({ ...activeRewardQueryOptions, ...age })
  const blocks: WithdrawBlock[] = []
  let stops = false

  const holdUntil = account ? account.heldUntil : limits.data?.holdUntil
  if (holdUntil && Date.parse(holdUntil) > now) {
    blocks.push({ kind: 'hold', until: holdUntil, ...(account && { isNew: true }) })
    stops = true
  }
  const { status = false, type = '', toPlay } = reward.data ?? {}
  if (status && (toPlay ?? 1) > 0) {
    const stale = isOutdated(reward, now)
    blocks.push({ kind: 'bonus', type, stale, ...(typeof toPlay === 'number' && { toPlay }) })
    // Turnover that was known long before may have been played since.
    if (typeof toPlay === 'number') stops ||= !stale
  }
  const ofDeposits = limits.data?.toPlay ?? 0
  if (ofDeposits > 0) {
    const stale = isOutdated(limits, now)
    blocks.push({ kind: 'turnover', toPlay: ofDeposits, stale })
    stops ||= !stale
  }
  return {
    blocks,
    stops,
    range: reward.data && limits.data,
    isLoading: limits.isLoading || reward.isLoading,
  }
}
