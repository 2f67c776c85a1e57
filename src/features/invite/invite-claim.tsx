import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { UserWallet } from '#api/contract/wallet.ts'
import { useClaimInvite } from '#operations/use-claim-invite.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { ClaimCard } from '#ui/claim-card.tsx'

interface InviteClaimProps {
  invite: NonNullable<UserWallet['invite']>
  onBusy: (busy: boolean) => void
}

export function InviteClaim({ invite, onBusy }: InviteClaimProps) {
  const { satang, busy, unknown, offline, note, claim, recheck } = useClaimInvite(invite)
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <ClaimCard
      icon="gift"
      title={<Trans>Invite bonus</Trans>}
      figure={<Amount satang={satang} stale={offline} />}
      note={note}
    >
      {unknown ? (
        <Button wide icon="refresh" loading={busy} disabled={offline} onClick={recheck}>
          <Trans>Check again</Trans>
        </Button>
      ) : (
        <Button
          variant="primary"
          size="money"
          wide
          icon="gift"
          loading={busy}
          disabled={!busy && (offline || satang <= 0)}
          onClick={claim}
        >
          <Trans>Receive bonus</Trans>
        </Button>
      )}
    </ClaimCard>
  )
}
