import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import type { GameSlot } from '#api/contract/wallet.ts'
import { SectionHead } from '#ui/section-head.tsx'
import { StateView } from '#ui/state-view.tsx'
import { GameCard } from './shelf/game-card.tsx'
import styles from './game-shelves.module.css'
import { Rail, RailCard } from './shelf/rail.tsx'
import { toShelves } from './shelf/shelf-rules.ts'

const titles = { slot: msg`Slot`, sport: msg`Sport + Casino`, lotto: msg`Lotto` }

interface GameShelvesProps {
  slots: readonly GameSlot[]
  stale: boolean
  onOpen: (code: string) => void
}

export function GameShelves({ slots, stale, onOpen }: GameShelvesProps) {
  const { t } = useLingui()
  const shelves = toShelves(slots)
  if (shelves.length === 0) {
    return (
      <StateView
        art="empty"
        title={t`No games yet`}
        text={t`Your game accounts will stand here. Please look again later.`}
      />
    )
  }
  return shelves.map(({ category, slots: games }) => (
    <section key={category} className={styles.shelf} aria-label={t(titles[category])}>
      <SectionHead
        title={t(titles[category])}
        aside={<Plural value={games.length} one="# account" other="# accounts" />}
      />
      <Rail key={games.length} count={games.length}>
        {games.map((slot) => (
          <RailCard key={slot.code}>
            <GameCard slot={slot} stale={stale} onOpen={() => onOpen(slot.code)} />
          </RailCard>
        ))}
      </Rail>
    </section>
  ))
}
