import type { Page } from 'playwright/test'
import { expect } from '../expect.ts'

interface Look {
  /** Fields and buttons without an edge that can be seen, by their names. */
  edgeless: string[]
  /** What is chosen but does not have the system's colours for it, and what has them but is not chosen. */
  wrong: string[]
  fields: number
  chosen: number
}

const lookOf = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    const system = (name: string) => {
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`
      return getComputedStyle(probe).color
    }
    const [highlight, onHighlight, canvas] = ['Highlight', 'HighlightText', 'Canvas'].map(system)
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent} .${element.className}`
    const hasEdge = (element: Element | null) => {
      if (!element) return false
      const { borderTopWidth, borderTopStyle, borderTopColor, borderBottomWidth } = getComputedStyle(element)
      const isDrawn =
        borderTopStyle === 'solid' && parseFloat(borderTopWidth) > 0 && parseFloat(borderBottomWidth) > 0
      return isDrawn && borderTopColor !== canvas
    }
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('.visually-hidden, [inert]'),
      )
    const edgeless: string[] = []
    const fields = seen('input:not([type=checkbox], [type=file], [aria-hidden]), textarea, [role=combobox]')
    for (const field of fields) {
      // The six boxes of a one-time code are beside their one input.
      const { parentElement: around } = field
      const box = [field, around, around?.parentElement ?? null, field.nextElementSibling]
      if (!box.some((one) => hasEdge(one))) edgeless.push(nameOf(field))
    }
    // Icons, tabs and rows of a list say by themselves what they are.
    for (const button of seen('main button, [role=dialog] button'))
      if (
        button.textContent?.trim() &&
        !button.closest('li, nav, [role=tablist], fieldset') &&
        ![button, button.firstElementChild].some((one) => hasEdge(one))
      )
        edgeless.push(nameOf(button))
    const wrong: string[] = []
    const isMarked = (element: Element, pseudo?: string) =>
      getComputedStyle(element, pseudo).backgroundColor === highlight
    const chosen = seen(
      '[aria-pressed=true], [aria-selected=true], nav > [aria-current], ol > [aria-current]',
    )
    for (const element of chosen) {
      const words = [element, ...element.querySelectorAll('span, b')]
      const isLegible = words.every((each) => getComputedStyle(each).color === onHighlight)
      if (!isMarked(element) || !isLegible) wrong.push(nameOf(element))
    }
    for (const element of seen('[aria-pressed=false], [aria-selected=false], nav > a:not([aria-current])'))
      if (isMarked(element)) wrong.push(nameOf(element))
    for (const element of seen('[role=switch]'))
      if (isMarked(element, '::before') !== (element.ariaChecked === 'true')) wrong.push(nameOf(element))
    for (const box of document.querySelectorAll('[type=checkbox]')) {
      const mark = box.nextElementSibling
      if (mark && isMarked(mark) !== (box as HTMLInputElement).checked) wrong.push(nameOf(box))
    }
    probe.remove()
    return { edgeless, wrong, fields: fields.length, chosen: chosen.length }
  })

/** The fields and chosen things that a screen has at least. A screen that is not named is looked at all the same. */
const least: Record<string, Partial<Look>> = {
  '/login': { fields: 2, chosen: 1 },
  '/register': { fields: 1, chosen: 2 },
  '/forgot-password': { fields: 1 },
  '/contact?open=chat': { fields: 1 },
  '/user/statement': { chosen: 2 },
  '/user/profile': { chosen: 3 },
  '/user/home?open=deposit': { fields: 1, chosen: 2 },
  '/user/home?open=withdraw': { fields: 1 },
  '/user/home?open=transfer': { fields: 3, chosen: 1 },
  '/user/home?open=password': { fields: 3 },
  '/user/home?open=chat': { fields: 1 },
}

/** Under the system's own colours, as in Windows' contrast themes, a field, a button and what is chosen can still be told. */
export async function lookAtForcedColours(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  const { fields = 0, chosen = 0 } = least[screen] ?? {}
  // Parts of a screen may come after its heading.
  await expect
    .poll(async () => {
      const look = await lookOf(page)
      return look.fields >= fields && look.chosen >= chosen
    }, `fields and chosen things of ${screen}`)
    .toBe(true)
  expect.soft(await lookOf(page), screen).toMatchObject({ edgeless: [], wrong: [] })
  await page.emulateMedia({ forcedColors: 'none' })
}
