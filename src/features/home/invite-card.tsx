import { Trans, useLingui } from '@lingui/react/macro'
import type { UserWallet } from '#api/contract/wallet.ts'
import { ComparisonNotice } from '#operations/comparison-notice.tsx'
import { useClaimInvite } from '#operations/use-claim-invite.ts'
import { useDown } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Disc } from '#ui/disc.tsx'
import styles from './invite-card.module.css'

interface InviteCardProps {
  invite: NonNullable<UserWallet['invite']>
  stale: boolean
  className?: string
}

export function InviteCard({ invite, stale, className }: InviteCardProps) {
  const { t } = useLingui()
  const { satang, operation, offline, note, claim } = useClaimInvite(invite)
  const { busy, state } = operation
  const down = useDown() && state.status !== 'unknown'
  const comparison = state.status === 'unknown' && state.comparison
  return (
    <Card as="section" className={classNames(styles.card, className)} aria-label={t`Invite bonus`}>
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
      {state.status === 'unknown' ? (
        <Button
          className={styles.receive}
          loading={busy}
          disabled={offline}
          onClick={comparison ? operation.reset : () => void operation.recheck()}
        >
          {comparison ? <Trans>Close</Trans> : <Trans>Check again</Trans>}
        </Button>
      ) : (
        <Button
          className={styles.receive}
          loading={busy}
          disabled={offline || down || satang <= 0}
          onClick={claim}
        >
          <Trans>Claim bonus</Trans>
        </Button>
      )}
    </Card>
  )
}
