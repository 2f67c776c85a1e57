import { useEffect } from 'react'
import { activateBonus, type Bonus } from '#api/contract/bonus.ts'
import { Card } from '#ui/list/card.tsx'
import styles from './bonus-beside.module.css'
import { BonusOffer } from './bonus-offer.tsx'
import { bonusName } from './promotion-rules.ts'
import { activationWords, useRewardOperation } from './use-reward-operation.ts'

interface BonusBesideProps {
  bonus: Bonus
  /** Until the outcome of its activation is known no other bonus takes its place. */
  onHeld: (held: boolean) => void
}

/** The offer of the bonus that is chosen in the list beside it. */
export function BonusBeside({ bonus, onHeld }: BonusBesideProps) {
  const operation = useRewardOperation(activateBonus, activationWords)
  const held = operation.busy || operation.state.status === 'unknown'
  useEffect(() => {
    onHeld(held)
    // As in a window that has become narrow: the operation is left, and told of elsewhere.
    return () => onHeld(false)
  }, [held, onHeld])
  const name = bonusName(bonus)
  return (
    <Card as="section" className={styles.beside} aria-label={name}>
      <h2>{name}</h2>
      <BonusOffer bonus={bonus} operation={operation} />
    </Card>
  )
}
