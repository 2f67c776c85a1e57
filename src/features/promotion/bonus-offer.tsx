import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { activateBonus, Bonus } from '#api/contract/bonus.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import type { Operation } from '#operations/use-operation.ts'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { RewardType } from '#components/reward-type.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { BonusBanners } from './bonus-banners.tsx'
import { BonusLimit } from './bonus-limit.tsx'
import { OfferTerms, useTermsReady } from './offer-terms.tsx'
import { OfferPlan } from './own-terms.tsx'
import { bonusState, receivedTimes } from './promotion-rules.ts'
import { WholeOffer } from './whole-offer.tsx'

interface BonusOfferProps {
  bonus: Bonus
  operation: Operation<typeof activateBonus>
  /** Closes the sheet that it is in. */
  onClose?: () => void
  /** What the offer says of itself while it is in use; nothing beside the card that says it. */
  running?: ReactNode
}

/** The offer and its terms, followed by the button that accepts it. */
export function BonusOffer({ bonus, operation, onClose, running }: BonusOfferProps) {
  const now = serverNow()
  const received = receivedTimes(bonus, now)
  const { maxReceived } = bonus
  const isActive = bonus.userBonus?.isActive === true
  return (
    <WholeOffer terms={isActive ? null : bonus.rewardTerms} isRunning={isActive}>
      <BonusBanners bonus={bonus} />
      <OfferTerms percentFail={bonus.percentFail}>
        <div>
          <dt>
            <Trans>How often</Trans>
          </dt>
          <dd>
            <BonusLimit {...bonus} />
          </dd>
        </div>
        {maxReceived > 1 && (
          <div>
            <dt>
              <Trans>Claimed so far</Trans>
            </dt>
            <dd>
              <Trans>
                {received} of {maxReceived}
              </Trans>
            </dd>
          </div>
        )}
      </OfferTerms>
      {isActive ? running : <OfferPlan terms={bonus.rewardTerms} percentFail={bonus.percentFail} />}
      <Answer bonus={bonus} operation={operation} onClose={onClose} />
    </WholeOffer>
  )
}

function Answer({ bonus, operation, onClose }: Omit<BonusOfferProps, 'running'>) {
  const { t } = useLingui()
  const isReady = useTermsReady()
  const active = useQuery(activeRewardQueryOptions).data
  // Until the outcome is known, the offer does not say whether the bonus can be taken.
  const isAsked = operation.busy || operation.state.status === 'unknown'
  const state = isAsked ? 'open' : bonusState(bonus, serverNow())
  const isOtherActive = state === 'open' && active?.status === true && !isAsked

  if (state === 'current') {
    return (
      <>
        <Notice tone="jade" icon="check">
          <Trans>You are using this bonus.</Trans>
        </Notice>
        {onClose && (
          <Button wide onClick={onClose}>
            <Trans>OK</Trans>
          </Button>
        )}
      </>
    )
  }
  if (state === 'received') {
    return (
      <Notice icon="check">
        <Trans>You have claimed this bonus as many times as you can for now.</Trans>
      </Notice>
    )
  }
  return (
    <MoneyForm
      icon={isOtherActive ? undefined : 'gift'}
      label={isOtherActive ? t`Confirm` : t`Claim bonus`}
      operation={operation}
      mayRepeat
      disabled={!isReady}
      offlineReason={<Trans>You are offline. You can claim it when you are connected again.</Trans>}
      onSubmit={() => operation.run({ params: { code: bonus.code, terms: bonus.termsVersion } })}
    >
      {isOtherActive && (
        <Notice tone="gold" title={<Trans>Another bonus is in use</Trans>}>
          <Trans>
            One bonus runs at a time. Please finish or cancel this one first:{' '}
            <RewardType type={active.type} />
          </Trans>
        </Notice>
      )}
    </MoneyForm>
  )
}
