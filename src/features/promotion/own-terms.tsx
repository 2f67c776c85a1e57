import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect } from 'react'
import type { Percent } from '#api/contract/fields.ts'
import { isFirstLoad } from '#data/first-load.ts'
import { depositLookupQueryOptions, withdrawLimitsQueryOptions } from '#data/site-config-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import type { RewardTerms } from '#lib/reward-terms.ts'
import { optionalPart } from '#ui/optional-part.ts'

const RewardCalculator = optionalPart(
  async () => (await import(/* online only */ './terms/reward-calculator.tsx')).RewardCalculator,
)
const RunningTerms = optionalPart(
  async () => (await import(/* online only */ './terms/running-terms.tsx')).RunningTerms,
)

const useOwnTerms = () => useAtomValue(extensionsAtom).has('bonus-terms')

interface OfferPlanProps {
  /** Null if the backend does not say. */
  terms: RewardTerms | null | undefined
  percentFail: Percent
}

/** What an offer comes to, in the member's own figures. The site's terms stand above, whether this can be loaded or not. */
export function OfferPlan({ terms, percentFail }: OfferPlanProps) {
  if (!useOwnTerms() || !terms) return null
  return <RewardCalculator terms={terms} percentFail={percentFail} />
}

/** Fetches what `OfferPlan` needs. True until each of its figures has arrived or failed once; its file suspends by itself. */
export function usePlanLoading(terms: OfferPlanProps['terms']): boolean {
  const enabled = useOwnTerms() && Boolean(terms)
  useEffect(() => {
    if (enabled) void RewardCalculator.fetchFile()
  }, [enabled])
  const wallet = useQuery({ ...walletQueryOptions, enabled })
  const withdrawals = useQuery({ ...withdrawLimitsQueryOptions, enabled })
  const deposits = useQuery({ ...depositLookupQueryOptions, enabled })
  return [wallet, withdrawals, deposits].some(isFirstLoad)
}

/** What counts for the bonus in use, what ends it early, and what would be lost. */
export function RunningPlan({ endsBelow }: { endsBelow: number | null | undefined }) {
  if (!useOwnTerms()) return null
  return (
    <Suspense>
      <RunningTerms endsBelow={endsBelow} />
    </Suspense>
  )
}
