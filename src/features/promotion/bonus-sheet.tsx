import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { activateBonus } from '#api/contract/bonus.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { TurnoverProgress } from '#components/turnover-progress.tsx'
import { useAge } from '#data/wallet/wallet-age.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { offerShape } from './whole-offer.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { BonusOffer } from './bonus-offer.tsx'
import { RunningPlan } from './own-terms.tsx'
import { bonusesQueryOptions } from './promotion-queries.ts'
import { bonusName } from './promotion-rules.ts'
import { activationWords, useRewardOperation } from './use-reward-operation.ts'

interface BonusSheetProps {
  code: string
  onClose: () => void
}

export function BonusSheet({ code, onClose }: BonusSheetProps) {
  const { t } = useLingui()
  const query = useQuery(bonusesQueryOptions)
  const { data, isError } = query
  const activation = useRewardOperation(activateBonus, activationWords, (status) => {
    if (status === 'done') onClose()
  })
  const bonus = data?.find((one) => one.code === code)

  const body = () => {
    if (bonus)
      return <BonusOffer bonus={bonus} operation={activation} onClose={onClose} running={<Running />} />
    if (data) {
      return (
        <StateView
          card={false}
          art="empty"
          title={<Trans>This bonus is no longer offered</Trans>}
          text={<Trans>Please choose another.</Trans>}
        />
      )
    }
    if (!isError) return <SkeletonPart height="36rem" shape={offerShape} label={t`Loading`} />
    return <LoadFailed queries={[query]} title={t`The bonuses could not be loaded`} />
  }
  return (
    <Sheet
      open
      onClose={onClose}
      locked={activation.busy}
      title={bonus ? bonusName(bonus) : t`Bonus`}
      closeLabel={t`Close`}
    >
      {body()}
    </Sheet>
  )
}

/** What holds for the bonus in use: the offer may have been changed since it was claimed. */
function Running() {
  const query = useQuery(activeRewardQueryOptions)
  const { stale } = useAge(query)
  const reward = query.data
  if (!reward?.status) return null
  return (
    <>
      <TurnoverProgress toPlay={reward.toPlay} required={reward.required} stale={stale} />
      <RunningPlan endsBelow={reward.endsBelow} />
    </>
  )
}
