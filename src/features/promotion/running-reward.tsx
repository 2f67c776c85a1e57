import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { clearBonus, type checkActiveBonus } from '#api/contract/bonus.ts'
import type { Reply } from '#api/contract/call.ts'
import { RewardType } from '#components/reward-type.tsx'
import { TurnoverProgress } from '#components/turnover-progress.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { Amount } from '#ui/amount.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { RunningPlan } from './own-terms.tsx'
import { currentPromotionQueryOptions } from './promotion-queries.ts'
import styles from './running-reward.module.css'
import { cancellationWords, useRewardOperation } from './use-reward-operation.ts'

const OperationDialog = lazyPart(
  async () => (await import('#operations/operation-dialog.tsx')).OperationDialog,
)

interface RunningRewardProps {
  reward: Reply<typeof checkActiveBonus>
  offline: boolean
  /** What is known of it is out of date. */
  stale: boolean
}

/** The active bonus or promotion, and the button to cancel it. */
export function RunningReward({ reward, offline, stale }: RunningRewardProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const reasonId = useId()
  const operation = useRewardOperation(clearBonus, cancellationWords, () => setAsking(false))
  const isTooSoon = reward.mayEnd === false && typeof reward.endsBelow === 'number'
  const reason = offline ? (
    <Trans>You are offline. A bonus can be cancelled when you are connected again.</Trans>
  ) : isTooSoon ? (
    <Trans>
      It can be cancelled once its requirement is met, or once all your money is at most{' '}
      <Amount satang={reward.endsBelow ?? 0} />.
    </Trans>
  ) : undefined
  const promotion = useQuery(currentPromotionQueryOptions).data
  return (
    <section className={styles.running} aria-label={t`Bonus in use`}>
      <Card className={styles.card}>
        <Disc icon="gift" tone="jade" />
        <div className={styles.words}>
          <p className={styles.soft}>
            <Trans>Bonus in use</Trans>
          </p>
          <b>
            <RewardType type={reward.type} />
          </b>
          <ToPlay satang={reward.toPlay} stale={stale} />
        </div>
        <Button
          variant="plain"
          tone="coral"
          size="compact"
          loading={operation.busy}
          disabled={reason !== undefined && !operation.busy}
          aria-describedby={reason && reasonId}
          onClick={() => setAsking(true)}
        >
          <Trans>Cancel bonus</Trans>
        </Button>
        {reason && (
          <p id={reasonId} className={styles.reason}>
            {reason}
          </p>
        )}
        <div className={styles.progress}>
          <TurnoverProgress toPlay={reward.toPlay} required={reward.required} stale={stale} />
          <RunningPlan endsBelow={reward.endsBelow} isEndSaid={isTooSoon && !offline} />
        </div>
        {promotion?.description && <SafeHtml html={promotion.description} className={styles.offer} />}
      </Card>
      {isAsking && (
        <Suspense>
          <OperationDialog
            open
            operation={operation}
            danger
            icon="gift"
            title={<Trans>Cancel this bonus?</Trans>}
            text={<Trans>It ends at once and cannot be brought back.</Trans>}
            confirmLabel={<Trans>Cancel bonus</Trans>}
            cancelLabel={<Trans>Go back</Trans>}
            onConfirm={() => void operation.run({})}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The turnover left before withdrawals, if the backend says. */
function ToPlay({ satang, stale }: { satang: number | null | undefined; stale: boolean }) {
  if (satang === null || satang === undefined) return null
  return (
    <p className={styles.soft}>
      {satang > 0 ? (
        <Trans>
          Still to be played before you can withdraw: <Amount satang={satang} stale={stale} />
        </Trans>
      ) : (
        <Trans>Requirement met. You can withdraw, or end it.</Trans>
      )}
    </p>
  )
}
