import type { Page } from 'playwright/test'

/** In px: an iPhone held sideways has its notch at either side, and a bar to swipe along below. */
const notch = 59
const swipeBar = 21

/** A phone, and what its keyboard leaves. */
export const upright = { width: 360, height: 780 }
export const sideways = { width: 740, height: 360 }
const keyboard = 336

const insets = {
  left: notch,
  leftMax: notch,
  right: notch,
  rightMax: notch,
  bottom: swipeBar,
  bottomMax: swipeBar,
}

/** What is to be read or tapped and lies, as far as it is seen, under the notch, or can't be brought up from the bar below. */
export const underEdges = (page: Page) =>
  page.evaluate(
    ({ side, below }) => {
      const surface = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
      for (const part of surface.querySelectorAll('*'))
        if (/auto|scroll/.test(getComputedStyle(part).overflowY)) part.scrollTop = part.scrollHeight
      const controls = 'a, button, input, textarea, [role=combobox], [role=switch]'
      const found: string[] = []
      for (const element of surface.querySelectorAll(`${controls}, h1, h2, h3, p, img, th, td, label`)) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue
        if (element.closest('.visually-hidden, [inert], [aria-hidden=true]')) continue
        let { left, right, bottom } = element.getBoundingClientRect()
        for (let around = element.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflowX === 'visible') continue
          const box = around.getBoundingClientRect()
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        const isSeen = right - left > 2
        const isBeside = left >= side - 1 && right <= innerWidth - side + 1
        const isFixed = surface !== document || element.closest('nav')
        const isAbove = !isFixed || !element.matches(controls) || bottom <= innerHeight - below + 1
        if (isSeen && !(isBeside && isAbove)) found.push(element.outerHTML.slice(0, 120))
      }
      return found
    },
    { side: notch, below: swipeBar },
  )

const fieldsOf = 'input:not([type=checkbox], [type=radio], [type=file], [aria-hidden=true]), textarea'

/** How many fields the page has, or the sheet over it. An iPhone zooms in on those whose text is smaller than 16 px. */
export const countFields = (page: Page) =>
  page.evaluate((selector) => {
    const surface = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
    const fields = [...surface.querySelectorAll<HTMLInputElement>(selector)].filter(
      (field) => !field.disabled && field.checkVisibility({ visibilityProperty: true }),
    )
    Object.assign(globalThis, { fields })
    const small = fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    return { count: fields.length, small: small.map((field) => field.outerHTML.slice(0, 120)) }
  }, fieldsOf)

/** The keyboard comes up for the field at this place, or goes. An iPhone lays it over the page, Android makes the page smaller. */
export const keyboards = {
  async android(page: Page, isOpen: boolean) {
    await page.setViewportSize({ ...upright, height: upright.height - (isOpen ? keyboard : 0) })
  },
  iPhone: (page: Page, isOpen: boolean) =>
    page.evaluate(
      (taken) => {
        const { visualViewport: seen, innerHeight } = globalThis
        if (!seen) throw new Error('No visual viewport')
        if (taken > 0)
          Object.defineProperty(seen, 'height', { value: innerHeight - taken, configurable: true })
        else Reflect.deleteProperty(seen, 'height')
        seen.dispatchEvent(new Event('resize'))
      },
      isOpen ? keyboard : 0,
    ),
}

/** What the keyboard covers of the field and of its form's button, though there is room for both. */
export const underKeyboard = (page: Page, place: number) =>
  page.evaluate((at) => {
    const { fields } = globalThis as unknown as { fields: HTMLInputElement[] }
    const field = fields[at]
    if (!field) return ['no field']
    const seenBottom = globalThis.visualViewport?.height ?? 0
    const isSeen = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if (top < 0 || bottom > seenBottom + 1) return false
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return over !== null && (element.contains(over) || over.contains(element))
    }
    const found: string[] = []
    const name = (element: Element) => element.outerHTML.slice(0, 100)
    if (!isSeen(field)) found.push(`the field is covered: ${name(field)}`)
    const button = field.closest('form')?.querySelector('[type=submit]')
    if (button) {
      const [{ top }, { bottom }] = [field.getBoundingClientRect(), button.getBoundingClientRect()]
      let room = document.documentElement.clientHeight
      for (let around = field.parentElement; around; around = around.parentElement)
        if (/auto|scroll/.test(getComputedStyle(around).overflowY)) room = around.clientHeight
      if (!isSeen(button)) {
        if (bottom - top + 8 < Math.min(room, seenBottom - 130)) found.push(`covered: ${name(button)}`)
        button.scrollIntoView({ block: 'nearest' })
        if (!isSeen(button)) found.push(`no scrolling uncovers ${name(button)}`)
        field.scrollIntoView({ block: 'nearest' })
      }
    }
    return found
  }, place)

/**
 * The golden buttons that a thumb of either hand does not reach: not in the lower half of a sheet's phone or in the lower two
 * thirds of a page's, or at one side of the phone alone.
 */
export const outOfReach = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    probe.style.color = 'var(--on-gold)'
    const { color: onGold } = getComputedStyle(probe)
    probe.remove()
    const surface = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
    return [...surface.querySelectorAll<HTMLElement>('a, button')].flatMap((control) => {
      const isGolden = getComputedStyle(control).color === onGold
      if (!isGolden || !control.checkVisibility({ visibilityProperty: true })) return []
      const { left, right, top, bottom } = control.getBoundingClientRect()
      // What has to be scrolled to can be scrolled into reach.
      if (bottom > innerHeight) return []
      // One of several side by side, as a tile of the menu or the icon at a field's end, has its place among them.
      const others = [...(control.parentElement?.children ?? [])].filter((other) => other !== control)
      const isAmongOthers = others.some((other) => {
        const box = other.getBoundingClientRect()
        return box.width > 0 && box.top < bottom && box.bottom > top
      })
      if (isAmongOthers) return []
      const isLow = (top + bottom) / 2 > innerHeight / (surface === document ? 3 : 2)
      const isForBoth = Math.abs((left + right) / 2 - innerWidth / 2) < innerWidth / 8
      return isLow && isForBoth ? [] : [`${control.outerHTML.slice(0, 120)} at ${top}`]
    })
  })

/** The phone has its notch while `look` looks. */
export async function withNotch(page: Page, look: () => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await look()
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await devtools.detach()
}
