import { Trans } from '@lingui/react/macro'
import type { Bonus } from '#api/contract/bonus.ts'
import { GameArt } from '#ui/art/game-art.tsx'
import { heldProps } from '#ui/button/held.ts'
import { Icon } from '#ui/icon.tsx'
import { pictureCardClass } from '#ui/art/picture-card.ts'
import styles from './bonus-card.module.css'
import { BonusLimit } from './bonus-limit.tsx'
import { bonusName, type BonusState } from './promotion-rules.ts'

interface BonusCardProps {
  bonus: Bonus
  state: BonusState
  /** Its offer stands beside the list. */
  isChosen?: boolean
  held?: boolean
  onOpen: () => void
}

export function BonusCard({ bonus, state, isChosen = false, held = false, onOpen }: BonusCardProps) {
  return (
    <button
      type="button"
      className={pictureCardClass(styles.bonus, styles[state], isChosen && styles.chosen)}
      aria-current={isChosen || undefined}
      {...heldProps(held || state === 'received', onOpen)}
    >
      <GameArt src={bonus.banners[0]?.image} seed={bonus.code} className={styles.art} />
      <b>{bonusName(bonus)}</b>
      <span className={styles.limit}>
        <BonusLimit {...bonus} />
      </span>
      {state === 'current' && (
        <span className={styles.mark}>
          <Trans>In use</Trans>
        </span>
      )}
      {state === 'received' && (
        <span className={styles.mark}>
          <Icon name="check" small />
          <Trans>Claimed</Trans>
        </span>
      )}
    </button>
  )
}
