import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Modal, ModalSearch } from './-modal-search.ts'

/** So long it is kept for the finger that is on what opens it, in ms. */
const keptMs = 1000

let made: Modal | undefined
let show: ((modal: ModalSearch | undefined) => void) | undefined

/** Has a modal made, unseen, while the finger that will open it is still on the glass: once it is lifted there is less to do. */
export function readyModal(modal: ModalSearch): void {
  // In a frame of its own, after the one that shows the touch: while a finger has just come down, browsers hold back timers
  // and messages, and with them React's own work.
  requestAnimationFrame(() => requestAnimationFrame(() => flushSync(() => show?.(modal))))
}

/** Whether this modal has been made, so that opening it takes little. */
export const isReady = (modal: string | null): boolean => made === modal

/** The modal that may be wanted next; not the one that is open. */
export function useReadyModal(open: Modal | undefined): ModalSearch | undefined {
  const [ready, setReady] = useState<ModalSearch>()
  useEffect(() => {
    show = setReady
    return () => {
      show = undefined
    }
  }, [])
  const isOpen = ready?.open === open
  useEffect(() => {
    made = ready?.open
  }, [ready])
  useEffect(() => {
    if (!ready) return undefined
    const forget = setTimeout(() => setReady(undefined), isOpen ? 0 : keptMs)
    return () => clearTimeout(forget)
  }, [ready, isOpen])
  return isOpen ? undefined : ready
}
