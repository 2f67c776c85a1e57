import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What had the focus last. */
let focused: EventTarget | null = null
globalThis.addEventListener?.('focusin', ({ target }) => (focused = target))

/**
 * Gives the focus to the returned ref's element at a change that leaves none, because what had it goes with that change or is locked.
 * Nothing scrolls: the member may be looking elsewhere.
 */
export function useLostFocus<Heir extends HTMLElement>(change: unknown): RefObject<Heir | null> {
  const heir = useRef<Heir>(null)
  const seen = useRef(change)
  // Read while rendering: what is gone before the change is not lost by it.
  const had = focused instanceof Element && focused.isConnected && focused
  useLayoutEffect(() => {
    if (seen.current === change) return
    seen.current = change
    if (had && (!had.isConnected || had.matches(':disabled'))) giveFocus(heir.current)
  })
  return heir
}

/** Unless something has it. */
function giveFocus(heir: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) heir?.focus({ preventScroll: true })
}

/** The ref of what comes in place of other content: it takes the focus if that went with the content. */
export function takeLostFocus(heir: HTMLElement | null): void {
  if (document.activeElement === document.body) heir?.focus()
}

const topmostOpen = '[role$=dialog][data-open]:not([data-nested-dialog-open])'

/** Soon, if nothing has taken the focus by then: it goes to the heir, or else to the open dialog or the page. */
export function keepFocus(heir?: HTMLElement | null): void {
  setTimeout(() => {
    const open = [...document.querySelectorAll<HTMLElement>(topmostOpen)]
    giveFocus(heir?.isConnected ? heir : (open.at(-1) ?? document.getElementById('main')))
  })
}

/** The ref of a button that may go while it has the focus, which then goes to what the program may focus around it. */
export const handsFocusOn = (button: HTMLElement | null) => () => {
  if (button === document.activeElement) keepFocus(button?.closest<HTMLElement>('[tabindex="-1"]'))
}
