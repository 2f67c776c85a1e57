import type { Page } from 'playwright/test'

/**
 * Walks through the page, or through the modal over it, by Tab until the focus begins anew. Returns what a person with a keyboard
 * alone would miss: controls that the focus never reaches, places where nothing in the focus colour shows where it is, and steps
 * that lead back up although what follows stands below.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate(beginWalk)
  for (let press = 0; press < count + 4; press += 1) await page.keyboard.press('Tab')
  // A modal leads from its end to its beginning within a few frames: a press that comes sooner passes its first control.
  for (let press = 0; press < count * 2 && !(await page.evaluate(isWalked)); press += 1)
    await page.keyboard.press('Tab')
  return page.evaluate(() => (globalThis as unknown as Walk).endWalk())
}

interface Walk {
  isWalked: () => boolean
  endWalk: () => string[]
}
/** Runs in the page. Tells after three frames, when the last press has moved the focus. */
async function isWalked(): Promise<boolean> {
  for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
  return (globalThis as unknown as Walk).isWalked()
}

/** Runs in the page. Returns the number of places that Tab stops at. */
function beginWalk(): number {
  const modals = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  const surface = modals.findLast((one) => !one.closest('[inert]')) ?? document
  // On the brand's surface it is night by day too.
  const colours = ['', 'night'].map((theme) => {
    const probe = document.createElement('i')
    probe.className = theme
    document.body.append(probe)
    probe.style.color = 'var(--focus)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

  const focusColours = new Set(colours)
  const nameOf = (element: Element) => element.outerHTML.slice(0, 120)
  const unreached = new Set(
    [
      ...surface.querySelectorAll<HTMLElement>(
        'a[href], button, input, textarea, summary, [tabindex], video[controls]',
      ),
    ].filter(
      (control) =>
        control.tabIndex >= 0 &&
        // The arrows move among the choices of a radio group; the guards of Base UI only pass the focus on.
        !control.matches(
          ':disabled, [type=radio], [type=file], [data-base-ui-focus-guard], [aria-hidden=true]',
        ) &&
        !control.closest('[inert], [aria-hidden=true]') &&
        control.checkVisibility({ visibilityProperty: true }),
    ),
  )
  const faults = new Set<string>()
  /** The ring may be on the frame around the control, on what stands for it beside it, or on the chosen option inside. */
  const hasRing = (focused: Element) => {
    const { parentElement: around } = focused
    const parts = [focused, around, around?.parentElement, ...(around?.querySelectorAll('*') ?? [])]
    return parts.some((part) => {
      if (!part) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && focusColours.has(outlineColor)
    })
  }
  let before: Element | undefined
  const focusMoved = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.hasAttribute('data-base-ui-focus-guard')) return
    unreached.delete(target as HTMLElement)
    // After the app's own answer to the focus.
    queueMicrotask(() => hasRing(target) || faults.add(`no ring: ${nameOf(target)}`))
    // At its end the walk begins anew.
    const isForward = before && before.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING
    if (before && isForward) {
      const [from, to] = [before.getBoundingClientRect(), target.getBoundingClientRect()]
      const isInColumn = to.left < from.right && to.right > from.left
      if (isInColumn && to.bottom <= from.top + 1) faults.add(`leads back up: ${nameOf(target)}`)
    }
    before = target
  }
  addEventListener('focusin', focusMoved)
  const endWalk = () => {
    removeEventListener('focusin', focusMoved)
    return [...faults, ...Array.from(unreached, (control) => `not reached: ${nameOf(control)}`)]
  }
  const isWalked = () => unreached.size === 0
  Object.assign(globalThis, { isWalked, endWalk })
  // Day, month, year and calendar of a date are places of their own.
  const dates = [...unreached].filter((control) => control.matches('[type=date], [type=month]'))
  return unreached.size + dates.length * 3
}

/** What moves for longer than a hundredth of a second; what only fades may take its time. To be asked under reduced motion. */
export const movements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = (durations: string) =>
      Math.max(...durations.split(',').map((one) => Number.parseFloat(one)))
    const still = /^(?:opacity|visibility|color|background-color|border-color|box-shadow|none)$/
    const found = new Set<string>()
    for (const element of document.querySelectorAll('body, body *')) {
      for (const pseudo of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        const name = `.${element.getAttribute('class') ?? element.tagName}${pseudo ?? ''}`
        if (style.animationName !== 'none' && longest(style.animationDuration) > 0.01)
          found.add(`${name}: animation ${style.animationName} ${style.animationDuration}`)
        const moved = style.transitionProperty.split(',').filter((one) => !still.test(one.trim()))
        if (moved.length > 0 && longest(style.transitionDuration) > 0.01)
          found.add(`${name}: transition of ${moved.join()} ${style.transitionDuration}`)
      }
    }
    return [...found]
  })
