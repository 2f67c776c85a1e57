import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { invalidateWallet } from '#data/wallet/wallet-queries.ts'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'

interface ConfirmPlayProps {
  open: boolean
  name: string
  walletSatang: number
  onClose: () => void
  /** Called inside the tap's event handler, because browsers open a tab only there. */
  onConfirm: () => void
}

/** Asks before the whole wallet is moved into a game, with the wallet's current amount. */
export function ConfirmPlay({ open, name, walletSatang, onClose, onConfirm }: ConfirmPlayProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (open) void invalidateWallet(queryClient)
  }, [open, queryClient])
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      // The second tap of a double tap was meant for the button that opened this dialog.
      onConfirm={({ detail }) => detail < 2 && onConfirm()}
      icon="swap"
      title={
        <Trans>
          Move <WalletAmount satang={walletSatang} /> to {name}?
        </Trans>
      }
      text={t`This is your whole wallet. The game opens once the money is there.`}
      confirmLabel={t`Transfer and play`}
      cancelLabel={t`Not now`}
    />
  )
}
