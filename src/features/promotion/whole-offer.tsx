import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { isFirstLoad } from '#data/first-load.ts'
import { activeRewardQueryOptions } from '#data/reward-queries.ts'
import { noticeQueryOptions } from '#data/site-config-queries.ts'
import type { RewardTerms } from '#lib/reward-terms.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePlanLoading } from './own-terms.tsx'

interface WholeOfferProps {
  terms: RewardTerms | null | undefined
  /** The offer, its terms and its plan, and the button that accepts it. */
  children: ReactNode
}

/** Shows an offer once all that stands above its button has loaded or failed. */
export function WholeOffer({ terms, children }: WholeOfferProps) {
  const notice = useQuery(noticeQueryOptions)
  const active = useQuery(activeRewardQueryOptions)
  const isPlanLoading = usePlanLoading(terms)
  const waiting = <Skeleton height="36rem" />
  if (isFirstLoad(notice) || isFirstLoad(active) || isPlanLoading) return waiting
  return <Suspense fallback={waiting}>{children}</Suspense>
}
