import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import type { GameSlot } from '#api/contract/wallet.ts'
import { formatCount } from '#i18n/format-count.ts'
import { Icon } from '#ui/icon.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { lastUsedAtom } from '#data/last-used.ts'
import { lazyPart, optionalPart } from '#ui/lazy-part.tsx'
import { categoryTexts } from './category-texts.ts'
import { GameCard } from './shelf/game-card.tsx'
import styles from './game-shelves.module.css'
import { Rail, RailCard } from './shelf/rail.tsx'
import { manyGames, toShelves } from './shelf/shelf-rules.ts'

const GameSearch = optionalPart(async () => (await import('./search/game-search.tsx')).GameSearch)

const ContinueCard = lazyPart(
  async () => (await import(/* offline */ './shelf/continue-card.tsx')).ContinueCard,
)

interface GameShelvesProps {
  slots: readonly GameSlot[]
  stale: boolean
  onOpen: (code: string) => void
}

export function GameShelves({ slots, stale, onOpen }: GameShelvesProps) {
  const { t } = useLingui()
  const lastPlayed = useAtomValue(lastUsedAtom)
  const [search, setSearch] = useState<'shut' | 'open' | 'left'>('shut')
  const [found, setFound] = useState<ReadonlySet<string>>()
  if (slots.length === 0) {
    return (
      <StateView
        art="empty"
        title={t`No games yet`}
        text={t`Your game accounts will appear here. Please look again later.`}
      />
    )
  }
  const last = found
    ? undefined
    : slots.find((slot) => slot.isActive && !slot.closed && slot.code === lastPlayed[0])
  const shown = found ? slots.filter(({ code }) => found.has(code)) : slots
  const face = (
    <span className={styles.search}>
      <Icon name="search" />
      <Trans>Search games</Trans>
    </span>
  )
  return (
    <>
      {slots.length >= manyGames &&
        (search === 'open' ? (
          <Suspense fallback={face}>
            <GameSearch slots={slots} onFound={setFound} onClose={() => setSearch('left')} />
          </Suspense>
        ) : (
          <button
            type="button"
            className={styles.open}
            // The focus returns here when the search is closed.
            ref={(button) => (search === 'left' ? button?.focus() : undefined)}
            onClick={() => setSearch('open')}
          >
            {face}
          </button>
        ))}
      {last && (
        <Suspense fallback={<Skeleton control height="7rem" />}>
          <ContinueCard slot={last} stale={stale} onOpen={() => onOpen(last.code)} />
        </Suspense>
      )}
      {toShelves(shown, lastPlayed).map(({ category, slots: games }) => (
        <section key={category} className={styles.shelf} aria-label={t(categoryTexts[category])}>
          <SectionHead title={t(categoryTexts[category])} aside={<Accounts number={games.length} />} />
          <Rail order={games.map(({ code }) => code)}>
            {games.map((slot) => (
              <RailCard key={slot.code}>
                <GameCard slot={slot} stale={stale} onOpen={() => onOpen(slot.code)} />
              </RailCard>
            ))}
          </Rail>
        </section>
      ))}
    </>
  )
}

function Accounts({ number }: { number: number }) {
  const count = formatCount(number)
  return number === 1 ? <Trans>{count} account</Trans> : <Trans>{count} accounts</Trans>
}
