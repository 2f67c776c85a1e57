import { msg } from '@lingui/core/macro'
import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { laterPart } from '#data/later-part.ts'
import { spinActiveQueryOptions } from '#data/rewards/spin-queries.ts'
import { weekSpentAtom } from '#data/wallet/week-spent.ts'
import { GameShelves } from '#features/games/game-shelves.tsx'
import { HomeNotices } from '#features/home/home-notices.tsx'
import { HomeScreen } from '#features/home/home-screen.tsx'
import { ActionTiles } from '#features/menu/action-tiles.tsx'
import { MoveButtons } from '#features/menu/move-buttons.tsx'
import { useModal } from '../-modals/use-modal.ts'

const WeekSpent = laterPart(
  async () => (await import(/* later */ '#features/limits/week-spent.tsx')).WeekSpent,
)

export const Route = createFileRoute('/user/home')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(spinActiveQueryOptions),
  staticData: { title: msg`Home`, isEntry: true, offline: true, shell: { shape: 'wallet' } },
  component: Home,
})

function Home() {
  const { open, prepare } = useModal()
  const isSpentShown = useAtomValue(weekSpentAtom)
  return (
    <HomeScreen
      tiles={
        <>
          <ActionTiles onReady={(what) => prepare({ open: what })} onOpen={(what) => open({ open: what })} />
          <MoveButtons onReady={prepare} onOpen={open} />
        </>
      }
      spent={
        isSpentShown && (
          <Suspense>
            <WeekSpent />
          </Suspense>
        )
      }
      notices={<Notices />}
      onOpen={(what) => open({ open: what })}
    >
      {({ slots, stale }) => (
        <GameShelves slots={slots} stale={stale} onOpen={(game) => open({ open: 'game', game })} />
      )}
    </HomeScreen>
  )
}

/** By itself, so that the page is not rendered again when a modal opens or closes. */
function Notices() {
  const { open } = useModal()
  const isCovered = useSearch({ from: '/user', select: (search) => search.open !== undefined })
  const navigate = useNavigate()
  return (
    <HomeNotices
      covered={isCovered}
      onQr={(channel) => open({ open: 'deposit', channel })}
      onStatement={() => void navigate({ to: '/user/statement' })}
    />
  )
}
