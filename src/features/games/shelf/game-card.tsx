import { Trans } from '@lingui/react/macro'
import type { GameSlot } from '#api/contract/wallet.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { GameArt } from '#ui/art/game-art.tsx'
import { pictureCardClass } from '#ui/art/picture-card.ts'
import styles from './game-card.module.css'

interface GameCardProps {
  slot: GameSlot
  stale: boolean
  onOpen: () => void
}

export function GameCard({ slot, stale, onOpen }: GameCardProps) {
  return (
    <button type="button" className={pictureCardClass(styles.game)} onClick={onOpen}>
      <GameArt src={slot.background || slot.logo} seed={slot.code} className={styles.art} />
      <span className={styles.name}>{slot.name}</span>
      {slot.isActive ? (
        <Amount
          satang={slot.amount}
          stale={stale}
          className={classNames(styles.amount, slot.amount === 0 && styles.zero)}
        />
      ) : (
        <span className={styles.activate}>
          <Trans>Activate</Trans>
        </span>
      )}
    </button>
  )
}
