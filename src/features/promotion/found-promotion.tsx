import { Trans, useLingui } from '@lingui/react/macro'
import { activatePromotion, type Promotion } from '#api/contract/promotion.ts'
import { OperationNotice } from '#operations/operation-notice.tsx'
import { Button } from '#ui/button.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './found-promotion.module.css'
import { OfferTerms, useTermsReady } from './offer-terms.tsx'
import { activationWords, useRewardOperation } from './use-reward-operation.ts'

interface FoundPromotionProps {
  /** In capitals, as it was looked up. */
  code: string
  promotion: Promotion
  offline: boolean
}

export function FoundPromotion({ code, promotion, offline }: FoundPromotionProps) {
  const { t } = useLingui()
  const operation = useRewardOperation(activatePromotion, activationWords)
  const isReady = useTermsReady()
  const { status } = operation.state
  return (
    <section className={styles.found} aria-label={t`Promotion ${code}`}>
      <b translate="no">{code}</b>
      <SafeHtml html={promotion.description} />
      <OfferTerms percentFail={promotion.percentFail} />
      {status !== 'failed' && <OperationNotice operation={operation} />}
      {status !== 'unknown' && (
        <Button
          wide
          icon="gift"
          loading={operation.busy}
          disabled={!operation.busy && (offline || !isReady)}
          onClick={() => void operation.run({ params: { code } })}
        >
          <Trans>Activate promotion</Trans>
        </Button>
      )}
    </section>
  )
}
