import { type HistoryState, useNavigate, useRouter } from '@tanstack/react-router'
import { atom } from 'jotai'
import { useMemo } from 'react'
import { store } from '#lib/store.ts'
import { noModal, type ModalSearch } from './modal-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This history entry was added by opening a modal: going back closes it. */
    modal?: boolean
  }
}

/** How long it stays prepared after the finger was lifted, in ms. */
const keptMs = 1000

/** The modal whose opener is being pressed. */
export const nextModalAtom = atom<ModalSearch>()

/** Prepares a modal, invisible, while its opener is still being pressed. */
function prepare(modal: ModalSearch): void {
  store.set(nextModalAtom, modal)
  const lifted = new AbortController()
  const forget = () => {
    lifted.abort()
    setTimeout(() => store.set(nextModalAtom, (now) => (now === modal ? undefined : now)), keptMs)
  }
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, forget, lifted)
}

/** Transfers from different places are different sheets. */
export const keyOf = ({ open, source }: ModalSearch) => `${open} ${source ?? ''}`

/**
 * Opens, prepares and closes the modal over the page. A modal that follows another replaces it in the history. For what a modal itself
 * asks for, `own` is its key: one that has waited meanwhile neither closes nor replaces what is open in its place.
 */
export function useModal(own?: string) {
  const router = useRouter()
  const navigate = useNavigate()
  return useMemo(() => {
    const isLate = () => own !== undefined && keyOf(router.latestLocation.search) !== own
    const show = (modal: ModalSearch, how: { replace: boolean; state?: HistoryState }) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...noModal, ...modal }),
        resetScroll: false,
        ...how,
      })
    return {
      open: (search: ModalSearch) => {
        if (isLate()) return
        const { state, search: now } = router.latestLocation
        const replace = (now as ModalSearch).open !== undefined
        show(search, { replace, state: replace ? state : { modal: true } })
      },
      prepare,
      close: () => {
        if (isLate()) return
        if (router.latestLocation.state.modal && router.history.canGoBack())
          return router.history.back({ ignoreBlocker: true })
        show({}, { replace: true })
      },
    }
  }, [router, navigate, own])
}
