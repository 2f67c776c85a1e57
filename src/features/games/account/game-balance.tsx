import { Trans, useLingui } from '@lingui/react/macro'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { useRefreshWallet } from '#data/wallet/wallet-queries.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import styles from './account.module.css'

interface GameBalanceProps {
  satang: number
  /** The button that moves the balance out is being pressed. */
  onReadyToMove?: () => void
  onMoveOut: () => void
}

export function GameBalance({ satang, onReadyToMove, onMoveOut }: GameBalanceProps) {
  const { t } = useLingui()
  const refresh = useRefreshWallet()
  const offline = useOffline()
  return (
    <div className={styles.balance}>
      <div aria-live="polite">
        <p className={styles.soft}>
          <Trans>In this game</Trans>
        </p>
        <p className={styles.figure}>
          <WalletAmount satang={satang} />
        </p>
      </div>
      <div className={styles.beside}>
        {satang > 0 && (
          <Button size="compact" icon="swap" onPointerDown={onReadyToMove} onClick={onMoveOut}>
            <Trans>To wallet</Trans>
          </Button>
        )}
        <IconButton
          variant="filled"
          icon="refresh"
          label={t`Refresh the game balance`}
          loading={refresh.isPending}
          disabled={offline}
          onClick={() => refresh.mutate()}
        />
      </div>
    </div>
  )
}
