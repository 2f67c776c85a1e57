import { Trans } from '@lingui/react/macro'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import styles from './move-buttons.module.css'

/** `GAMES`: everything from all of them to the wallet. */
export type MoveModal = { open: 'transfer'; source?: 'GAMES' }

interface MoveButtonsProps {
  onReady: (what: MoveModal) => void
  onOpen: (what: MoveModal) => void
}

/** Money between the accounts: an amount, or everything back to the wallet. */
export function MoveButtons({ onReady, onOpen }: MoveButtonsProps) {
  const offline = useOffline()
  const opens = (what: MoveModal) => ({
    className: offline ? styles.quiet : undefined,
    onPointerDown: () => onReady(what),
    onClick: () => onOpen(what),
  })
  return (
    <div className={styles.moves}>
      <Button icon="swap" {...opens({ open: 'transfer' })}>
        <Trans>Transfer</Trans>
      </Button>
      <Button icon="wallet" {...opens({ open: 'transfer', source: 'GAMES' })}>
        <Trans>Move all to wallet</Trans>
      </Button>
    </div>
  )
}
