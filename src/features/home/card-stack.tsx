import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Amount } from '#ui/amount.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './card-stack.module.css'

interface CardStackProps {
  cash: ReactNode
  bonus: ReactNode
  cashSatang: number
  bonusSatang: number
  stale: boolean
}

/** On a phone one card lies over the other, and a tab below brings the other to the front. In a wide window both are visible. */
export function CardStack({ cash, bonus, cashSatang, bonusSatang, stale }: CardStackProps) {
  const [front, setFront] = useState<'cash' | 'bonus'>('cash')
  return (
    <div className={styles.stack} data-front={front}>
      <div className={styles.cash}>{cash}</div>
      <div className={styles.bonus}>{bonus}</div>
      <button
        type="button"
        className={styles.lip}
        onClick={() => setFront(front === 'cash' ? 'bonus' : 'cash')}
      >
        {front === 'cash' ? (
          <>
            <Icon name="gift" className={styles.gift} />
            <Trans>Invite bonus</Trans>
            <Amount
              satang={bonusSatang}
              flow={bonusSatang > 0 ? 'in' : undefined}
              sign={false}
              stale={stale}
              className={styles.amount}
            />
          </>
        ) : (
          <>
            <Icon name="wallet" />
            <Trans>Balance</Trans>
            <Amount satang={cashSatang} stale={stale} className={styles.amount} />
          </>
        )}
        <VisuallyHidden>
          <Trans>Switch cards</Trans>
        </VisuallyHidden>
        <Icon name="swap" small className={styles.swap} />
      </button>
    </div>
  )
}
