import { Trans, useLingui } from '@lingui/react/macro'
import type { UserWallet } from '#api/contract/wallet.ts'
import { useClaimInvite } from '#data/use-claim-invite.ts'
import { bahtToSatang } from '#lib/money.ts'
import { useOffline } from '#pwa/use-connection.ts'
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
  const { busy, unknown, claim, askAgain } = useClaimInvite(invite)
  const offline = useOffline()
  const satang = bahtToSatang(invite.amount)
  const note = unknown
    ? t`We do not know yet whether the bonus arrived.`
    : offline
      ? t`You can receive it once you are back online.`
      : satang > 0
        ? t`From friends who joined with your link.`
        : t`It grows when friends join with your link.`
  return (
    <Card as="section" className={classNames(styles.card, className)} aria-label={t`Invite bonus`}>
      <Disc icon="gift" tone="gold" className={styles.disc} />
      <h2 className={styles.title}>
        <Trans>Invite bonus</Trans>
      </h2>
      <p className={styles.amount}>
        <Amount satang={satang} flow={satang > 0 ? 'in' : undefined} sign={false} stale={stale} />
      </p>
      <p className={styles.note}>{note}</p>
      {unknown ? (
        <Button className={styles.receive} loading={busy} disabled={offline} onClick={() => void askAgain()}>
          <Trans>Check again</Trans>
        </Button>
      ) : (
        <Button
          className={styles.receive}
          loading={busy}
          disabled={offline || satang <= 0}
          onClick={() => void claim()}
        >
          <Trans>Receive bonus</Trans>
        </Button>
      )}
    </Card>
  )
}
