import { Trans, useLingui } from '@lingui/react/macro'
import type { UserWallet } from '#api/contract/wallet.ts'
import { ComparisonNotice } from '#operations/comparison-notice.tsx'
import { isOver } from '#operations/outcome.ts'
import { useClaimInvite } from '#operations/use-claim-invite.ts'
import { useDown } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Disc } from '#ui/art/disc.tsx'
import styles from './invite-card.module.css'

interface InviteCardProps {
  invite: NonNullable<UserWallet['invite']>
  stale: boolean
}

export function InviteCard({ invite, stale }: InviteCardProps) {
  const { t } = useLingui()
  const { satang, operation, offline, note, claim } = useClaimInvite(invite)
  const { busy, state } = operation
  const isUnknown = state.status === 'unknown'
  const down = useDown() && !isUnknown
  const comparison = isUnknown ? state.comparison : undefined
  const over = isOver(comparison)
  return (
    <Card as="section" className={styles.card} aria-label={t`Invite bonus`}>
      <Disc icon="gift" tone="gold" className={styles.disc} />
      <h2 className={styles.title}>
        <Trans>Invite bonus</Trans>
      </h2>
      <p className={styles.amount}>
        <Amount satang={satang} flow={satang > 0 ? 'in' : undefined} sign={false} stale={stale} />
      </p>
      <p className={styles.note}>
        {comparison ? (
          <ComparisonNotice comparison={comparison}>{note}</ComparisonNotice>
        ) : down ? (
          <Trans>The service does not answer. Please try again in a moment.</Trans>
        ) : (
          note
        )}
      </p>
      <Button
        className={styles.receive}
        loading={busy}
        disabled={!over && (offline || down || (!isUnknown && satang <= 0))}
        onClick={over ? operation.reset : isUnknown ? () => void operation.recheck() : claim}
      >
        {over ? <Trans>Close</Trans> : isUnknown ? <Trans>Check again</Trans> : <Trans>Claim bonus</Trans>}
      </Button>
      {comparison && !over && (
        <Button className={styles.close} onClick={operation.reset}>
          <Trans>Close</Trans>
        </Button>
      )}
    </Card>
  )
}
