import { showWithButton } from '../form/show-with-button.ts'

/** The least height of a keyboard, in px. A browser's own bars take less. */
const minKeyboard = 120

let isFollowing = false

/**
 * Keeps the field that is written in and the button of its form above the phone's keyboard. An iPhone lays its keyboard over the
 * page: sheets then take the place of what is seen, and pages scroll further. Android makes the page smaller, but scrolls to the
 * field alone.
 */
export function followKeyboard(): void {
  const seen = globalThis.visualViewport
  if (!seen) return
  // The same listener is added once.
  for (const type of ['resize', 'scroll']) seen.addEventListener(type, follow)
  // The keyboard may have come before this was loaded.
  if (!isFollowing) follow(new Event('resize'))
  isFollowing = true
}

function follow({ type }: Event): void {
  const { documentElement: page, activeElement: focused } = document
  const { height, offsetTop, scale } = globalThis.visualViewport as VisualViewport
  // Two fingers that zoom in make the part that is seen smaller too.
  const hidden = scale > 1.01 ? 0 : page.clientHeight - height
  const covered = hidden > minKeyboard ? hidden : 0
  const set = (name: string, px: number) => page.style.setProperty(name, covered ? `${px}px` : '')
  set('--seen-top', offsetTop)
  set('--seen-height', height)
  set('--covered', covered)
  if (type === 'resize' && focused?.matches('input, textarea')) showWithButton(focused)
}
