import { msg } from '@lingui/core/macro'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { spinActiveQueryOptions } from '#data/spin-queries.ts'
import { GameShelves } from '#features/games/game-shelves.tsx'
import { HomeScreen } from '#features/home/home-screen.tsx'
import { ActionTiles } from '#features/menu/action-tiles.tsx'
import { readOutsideNotice } from '../-outside-notice.tsx'
import { readStorageNotice } from '../-storage-notice.tsx'
import { useModal } from '../-use-modal.ts'

export const Route = createFileRoute('/user/home')({
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(spinActiveQueryOptions)
    await Promise.all([readOutsideNotice(), readStorageNotice()])
  },
  staticData: { title: msg`Home`, offline: true, shell: { shape: 'wallet' } },
  component: Home,
})

function Home() {
  const { open, prepare } = useModal()
  const isCovered = useSearch({ from: '/user', select: (search) => search.open !== undefined })
  return (
    <HomeScreen
      tiles={
        <ActionTiles onReady={(what) => prepare({ open: what })} onOpen={(what) => open({ open: what })} />
      }
      covered={isCovered}
      onOpen={(what) => open({ open: what })}
      onQr={(channel) => open({ open: 'deposit', channel })}
    >
      {({ slots, stale }) => (
        <GameShelves slots={slots} stale={stale} onOpen={(game) => open({ open: 'game', game })} />
      )}
    </HomeScreen>
  )
}
