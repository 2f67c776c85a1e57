import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import type { Percent } from '#api/contract/fields.ts'
import { depositLookupQueryOptions, withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { usePartLoad } from '#data/use-first-load.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import type { RewardTerms } from '#lib/money/reward-terms.ts'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { optionalPart } from '#ui/lazy-part.tsx'
import type { RunningTermsProps } from './terms/running-terms.tsx'

const RewardCalculator = optionalPart(
  async () => (await import('./terms/reward-calculator.tsx')).RewardCalculator,
)
const RunningTerms = optionalPart(async () => (await import('./terms/running-terms.tsx')).RunningTerms)

const useOwnTerms = () => useAtomValue(extensionsAtom).has('bonus-terms')

interface OfferPlanProps {
  /** Null if the backend does not say. */
  terms: RewardTerms | null | undefined
  percentFail: Percent
}

/** What an offer comes to, in the member's own figures. The site's terms are above it, also where this cannot be loaded. */
export function OfferPlan({ terms, percentFail }: OfferPlanProps) {
  if (!useOwnTerms() || !terms) return null
  return (
    <Suspense fallback={<Skeleton height="18rem" />}>
      <RewardCalculator terms={terms} percentFail={percentFail} />
    </Suspense>
  )
}

/** Loads the file and the figures of `OfferPlan` side by side, before it is shown. */
export function usePlanLoads(terms: OfferPlanProps['terms']) {
  const enabled = useOwnTerms() && Boolean(terms)
  return [
    usePartLoad(RewardCalculator, enabled),
    useQuery({ ...walletQueryOptions, enabled }),
    useQuery({ ...withdrawLimitsQueryOptions, enabled }),
    useQuery({ ...depositLookupQueryOptions, enabled }),
  ]
}

/** Loads the file and the figures of `RunningPlan` side by side, before it is shown. */
export function useRunningPlanLoads(isRunning: boolean) {
  const enabled = useOwnTerms() && isRunning
  return [usePartLoad(RunningTerms, enabled), useQuery({ ...walletQueryOptions, enabled })]
}

/** What counts for the bonus in use, what ends it early, and what would be lost. */
export function RunningPlan(terms: RunningTermsProps) {
  if (!useOwnTerms()) return null
  return (
    <Suspense>
      <RunningTerms {...terms} />
    </Suspense>
  )
}
