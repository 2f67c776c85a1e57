import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Bonus } from '#api/contract/bonus.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { BonusCard } from './bonus-card.tsx'
import styles from './bonus-grid.module.css'
import { bonusState } from './promotion-rules.ts'

interface BonusGridProps {
  query: UseQueryResult<Bonus[]>
  offline: boolean
  /** What stands above it is still to come. */
  isLoading: boolean
  /** Ms since 1970, by the server's clock. */
  now: number
  /** Its offer stands beside the list. */
  chosen?: string | undefined
  /** No other can be chosen now. */
  held?: boolean
  onOpen: (code: string) => void
}

export function BonusGrid({ query, offline, isLoading, now, chosen, held, onOpen }: BonusGridProps) {
  const { t } = useLingui()
  const { data, isError } = query
  if (!data && (isError || offline)) {
    return <LoadFailed card queries={[query]} title={t`The bonuses could not be loaded`} />
  }
  if (!data || isLoading) {
    return (
      <div className={styles.grid} aria-busy>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height="8.75rem" className={styles.waiting} />
        ))}
        <output>
          <VisuallyHidden>{t`Loading the bonuses`}</VisuallyHidden>
        </output>
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <StateView
        art="empty"
        title={t`No bonus is offered right now`}
        text={t`Please come back later. New ones appear here.`}
      />
    )
  }
  return (
    <ul className={styles.grid} aria-label={t`Bonuses`}>
      {data.map((bonus) => (
        <li key={bonus.code}>
          <BonusCard
            bonus={bonus}
            state={bonusState(bonus, now)}
            isChosen={bonus.code === chosen}
            held={held}
            onOpen={() => onOpen(bonus.code)}
          />
        </li>
      ))}
    </ul>
  )
}
