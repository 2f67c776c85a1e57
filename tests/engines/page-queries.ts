import { Ivya } from 'ivya'

/** What a page finds for a selector of Playwright's: how often it is there; the first one's words, and its middle in CSS px. */
export interface Found {
  count: number
  text: string
  x: number
  y: number
  /** It takes a press: nothing covers it, and it is not disabled. */
  isReachable: boolean
}

export type Next = 'focus' | 'press' | undefined

declare global {
  /** Scrolls to the first one. `next`: focuses it, or follows whether it gets the next press. */
  var findForTests: ((selector: string, next: Next) => Found) | undefined
  /** Whether the last press came to what it was meant for; undefined if none came to this page. */
  var pressArrived: boolean | undefined
}

// Built into one script, which screen.ts loads into each page.
const queries = Ivya.create({
  browser: navigator.userAgent.includes('Firefox') ? 'firefox' : 'webkit',
  exact: true,
  testIdAttribute: 'data-testid',
})

globalThis.findForTests = (selector, next) => {
  const elements = queries.queryLocatorSelectorAll(selector)
  const [first] = elements
  if (!(first instanceof HTMLElement || first instanceof SVGElement))
    return { count: 0, text: '', x: 0, y: 0, isReachable: false }
  if (next === 'focus') first.focus()
  if (first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement) first.select()
  first.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = first.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const isDisabled = first.matches(':disabled, [aria-disabled=true]')
  const isReachable = !isDisabled && first.contains(document.elementFromPoint(x, y))
  if (next === 'press') followPress(first)
  const text = first instanceof HTMLElement ? first.innerText : (first.textContent ?? '')
  return { count: elements.length, text, x, y, isReachable }
}

let following: AbortController | undefined

function followPress(wanted: Element): void {
  following?.abort()
  following = new AbortController()
  globalThis.pressArrived = undefined
  const note = ({ target }: Event) => (globalThis.pressArrived = wanted.contains(target as Node))
  addEventListener('pointerdown', note, { capture: true, once: true, signal: following.signal })
}
