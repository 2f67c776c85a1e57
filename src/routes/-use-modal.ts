import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ModalSearch } from './-modal-search.ts'
import { readyModal } from './-ready-modal.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry of the history was made by opening a modal: going back closes it. */
    modal?: boolean
  }
}

const nothing = {
  open: undefined,
  channel: undefined,
  game: undefined,
  bonus: undefined,
  from: undefined,
  shared: undefined,
} satisfies ModalSearch

/** Opens, makes ready and closes the modal over the page. One that follows another takes its place in the history. */
export function useModal() {
  const router = useRouter()
  const navigate = useNavigate()
  return useMemo(
    () => ({
      open: (search: ModalSearch) => {
        const { state, search: now } = router.latestLocation
        const replace = (now as ModalSearch).open !== undefined
        void navigate({
          to: '.',
          search: (old) => ({ ...old, ...nothing, ...search }),
          state: { modal: replace ? state.modal : true },
          replace,
          resetScroll: false,
        })
      },
      ready: readyModal,
      close: () => {
        if (router.latestLocation.state.modal && router.history.canGoBack()) return router.history.back()
        void navigate({
          to: '.',
          search: (old) => ({ ...old, ...nothing }),
          replace: true,
          resetScroll: false,
        })
      },
    }),
    [router, navigate],
  )
}
