import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { activatePromotion, Promotion } from '#api/contract/promotion.ts'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { OperationButton } from '#operations/operation-button.tsx'
import type { Operation } from '#operations/use-operation.ts'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './found-promotion.module.css'
import { OfferTerms, useTermsReady } from './offer-terms.tsx'
import { OfferPlan } from './own-terms.tsx'
import { WholeOffer } from './whole-offer.tsx'

interface FoundPromotionProps {
  /** In capitals, as it was looked up. */
  code: string
  promotion: Promotion
  operation: Operation<typeof activatePromotion>
  /** The same code is being looked up again. */
  isSearching: boolean
}

export function FoundPromotion({ code, promotion, operation, isSearching }: FoundPromotionProps) {
  const { t } = useLingui()
  const isReady = useTermsReady()
  // After an activation the page loads the bonus in use, which replaces this offer. A tap meanwhile would be a second activation.
  const { isFetching } = useQuery(activeRewardQueryOptions)
  const isActivated = operation.state.status === 'done' && isFetching
  return (
    <section className={styles.found} aria-label={t`Promotion ${code}`}>
      <WholeOffer terms={promotion.rewardTerms}>
        <b translate="no">{code}</b>
        <SafeHtml html={promotion.description} />
        <OfferTerms percentFail={promotion.percentFail} />
        <OfferPlan terms={promotion.rewardTerms} percentFail={promotion.percentFail} />
        <OperationButton
          operation={operation}
          variant="quiet"
          size="regular"
          icon="gift"
          label={<Trans>Activate promotion</Trans>}
          disabled={!isReady || isSearching || isActivated}
          onClick={() => void operation.run({ params: { code, terms: promotion.termsVersion } })}
        />
      </WholeOffer>
    </section>
  )
}
