/** The least height of a keyboard, in px. A browser's own bars take less. */
const least = 120

/**
 * Keeps the field that is written in and the button of its form above the phone's keyboard. Called when a field gets the focus.
 * An iPhone lays its keyboard over the page: sheets then take the place of what is seen, and pages scroll further. Android makes
 * the page smaller, but scrolls to the field alone.
 */
export function followKeyboard(): void {
  // The same listener is added once.
  for (const type of ['resize', 'scroll']) globalThis.visualViewport?.addEventListener(type, follow)
}

function follow({ type }: Event): void {
  const { documentElement: page, activeElement: focused } = document
  const { height, offsetTop, scale } = globalThis.visualViewport as VisualViewport
  // Two fingers that zoom in make the part that is seen smaller too.
  const covered = scale > 1.01 ? 0 : page.clientHeight - height
  const isOpen = covered > least
  const set = (name: string, value: string) => page.style.setProperty(name, isOpen ? value : '')
  set('--seen-top', `${offsetTop}px`)
  set('--seen-height', `${height}px`)
  set('--covered', `${covered}px`)
  set('scroll-padding-block', `calc(var(--top-bar) + ${offsetTop}px) ${covered - offsetTop}px`)
  if (type !== 'resize' || !focused?.matches('input, textarea')) return
  // Where there is no room for both, what is being written comes first.
  const button = focused.closest('form')?.querySelector('[type=submit]')
  for (const part of [button, focused]) part?.scrollIntoView({ block: 'nearest' })
}
