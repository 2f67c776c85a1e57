import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { store } from '#lib/store.ts'
import type { Modal, ModalSearch } from './-modal-search.ts'

/** So long it is kept for the finger that is on what opens it, in ms. */
const keptMs = 1000

const readyAtom = atom<ModalSearch>()

/** Has a modal made, unseen, while the finger that will open it is still on the glass: once it is lifted there is less to do. */
export function readyModal(modal: ModalSearch): void {
  // In a frame of its own, after the one that shows the touch: while a finger has just come down, browsers hold back timers
  // and messages, and with them React's own work.
  requestAnimationFrame(() => requestAnimationFrame(() => flushSync(() => store.set(readyAtom, modal))))
}

/** Whether this modal has been made, so that opening it takes little. */
export const isReady = (modal: string | null): boolean =>
  modal !== null && store.get(readyAtom)?.open === modal

/** The modal that may be wanted next; not the one that is open. */
export function useReadyModal(open: Modal | undefined): ModalSearch | undefined {
  const [ready, setReady] = useAtom(readyAtom)
  const isOpen = ready?.open === open
  useEffect(() => {
    if (!ready) return undefined
    const forget = setTimeout(() => setReady(undefined), isOpen ? 0 : keptMs)
    return () => clearTimeout(forget)
  }, [ready, isOpen, setReady])
  return isOpen ? undefined : ready
}
