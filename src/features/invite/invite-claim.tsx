import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { UserWallet } from '#api/contract/wallet.ts'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { OperationButton } from '#operations/operation-button.tsx'
import { useClaimInvite } from '#operations/use-claim-invite.ts'
import { ClaimCard } from '#ui/list/claim-card.tsx'

interface InviteClaimProps {
  invite: NonNullable<UserWallet['invite']>
  onBusy: (busy: boolean) => void
}

export function InviteClaim({ invite, onBusy }: InviteClaimProps) {
  const { satang, operation, note, claim } = useClaimInvite(invite)
  const { busy, state } = operation
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <ClaimCard
      icon="gift"
      title={<Trans>Invite bonus</Trans>}
      figure={<WalletAmount satang={satang} />}
      // What is compared stands below.
      note={state.status === 'unknown' && state.comparison ? undefined : note}
    >
      <OperationButton
        operation={operation}
        // The gold button of the sheet sends the link.
        variant="quiet"
        icon="gift"
        label={<Trans>Claim bonus</Trans>}
        disabled={satang <= 0}
        onClick={claim}
      />
    </ClaimCard>
  )
}
