import { Trans, useLingui } from '@lingui/react/macro'
import type { activatePromotion, Promotion } from '#api/contract/promotion.ts'
import type { Operation } from '#operations/use-operation.ts'
import { Button } from '#ui/button.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './found-promotion.module.css'
import { OfferTerms, useTermsReady } from './offer-terms.tsx'

interface FoundPromotionProps {
  /** In capitals, as it was looked up. */
  code: string
  promotion: Promotion
  operation: Operation<typeof activatePromotion>
  offline: boolean
}

export function FoundPromotion({ code, promotion, operation, offline }: FoundPromotionProps) {
  const { t } = useLingui()
  const isReady = useTermsReady()
  return (
    <section className={styles.found} aria-label={t`Promotion ${code}`}>
      <b translate="no">{code}</b>
      <SafeHtml html={promotion.description} />
      <OfferTerms percentFail={promotion.percentFail} />
      {operation.state.status !== 'unknown' && (
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
