import { Trans, useLingui } from '@lingui/react/macro'
import { activatePromotion, type Promotion } from '#api/contract/promotion.ts'
import { ActNotice } from '#data/act-notice.tsx'
import { Button } from '#ui/button.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './found-promotion.module.css'
import { OfferTerms, useTermsReady } from './offer-terms.tsx'
import { activationWords, useRewardAct } from './use-reward-act.ts'

interface FoundPromotionProps {
  /** In capitals, as it was looked up. */
  code: string
  promotion: Promotion
  offline: boolean
}

export function FoundPromotion({ code, promotion, offline }: FoundPromotionProps) {
  const { t } = useLingui()
  const act = useRewardAct(activatePromotion, activationWords)
  const isReady = useTermsReady()
  const { status } = act.state
  return (
    <section className={styles.found} aria-label={t`Promotion ${code}`}>
      <b translate="no">{code}</b>
      <SafeHtml html={promotion.description} />
      <OfferTerms percentFail={promotion.percentFail} />
      {status !== 'failed' && <ActNotice act={act} />}
      {status !== 'unknown' && (
        <Button
          wide
          icon="gift"
          loading={act.busy}
          disabled={!act.busy && (offline || !isReady)}
          onClick={() => void act.run({ params: { code } })}
        >
          <Trans>Activate promotion</Trans>
        </Button>
      )}
    </section>
  )
}
