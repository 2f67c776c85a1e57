import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { noticeQueryOptions } from '#data/site/site-config-queries.ts'
import { useFirstLoad } from '#data/use-first-load.ts'
import type { RewardTerms } from '#lib/money/reward-terms.ts'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { usePlanLoads, useRunningPlanLoads } from './own-terms.tsx'

/** The picture and the terms, then what the offer comes to. */
export const offerShape = ['art', 'words', 'label', 'line', 'words', 'label', 'amount', 'button'] as const

interface WholeOfferProps {
  terms: RewardTerms | null | undefined
  /** The member uses it already. */
  isRunning?: boolean
  /** The offer, its terms and its plan, and the button that accepts it. */
  children: ReactNode
}

/** Shows an offer once all that stands above its button has loaded, or could not be. */
export function WholeOffer({ terms, isRunning = false, children }: WholeOfferProps) {
  const { t } = useLingui()
  const notice = useQuery(noticeQueryOptions)
  const active = useQuery(activeRewardQueryOptions)
  const plan = usePlanLoads(terms)
  const isLoading = useFirstLoad(notice, active, ...plan, ...useRunningPlanLoads(isRunning))
  return isLoading ? <SkeletonPart height="36rem" shape={offerShape} label={t`Loading`} /> : children
}
