import { useNavigate, useRouter } from '@tanstack/react-router'
import { atom } from 'jotai'
import { useMemo } from 'react'
import { store } from '#lib/store.ts'
import { noModal, type ModalSearch } from './-modal-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry of the history was made by opening a modal: going back closes it. */
    modal?: boolean
  }
}

/** So long it is kept prepared after the finger has left the glass, in ms. */
const keptMs = 1000

/** The modal whose opener a finger is on. */
export const nextModalAtom = atom<ModalSearch>()

/** Has a modal prepared, unseen, while the finger that will open it is still on the glass. */
function prepare(modal: ModalSearch): void {
  store.set(nextModalAtom, modal)
  const forget = () =>
    setTimeout(() => store.set(nextModalAtom, (now) => (now === modal ? undefined : now)), keptMs)
  addEventListener('pointerup', forget, { once: true })
  addEventListener('pointercancel', forget, { once: true })
}

/** Opens, prepares and closes the modal over the page. One that follows another takes its place in the history. */
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
          search: (old) => ({ ...old, ...noModal, ...search }),
          state: replace ? state : { modal: true },
          replace,
          resetScroll: false,
        })
      },
      prepare,
      close: () => {
        if (router.latestLocation.state.modal && router.history.canGoBack())
          return router.history.back({ ignoreBlocker: true })
        void navigate({
          to: '.',
          search: (old) => ({ ...old, ...noModal }),
          replace: true,
          resetScroll: false,
        })
      },
    }),
    [router, navigate],
  )
}
