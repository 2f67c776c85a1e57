import type { Page } from 'playwright/test'
import { treeFaults } from '../accessibility-tree.ts'
import { axeViolations } from '../axe.ts'
import { expect } from '../expect.ts'
import { keyboardFaults, movements } from '../keyboard-walk.ts'

/** The last are what a screen reader's order rests on: one h1, headings without gaps, everything in a landmark. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const summaries = (violations: Awaited<ReturnType<typeof axeViolations>>) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )

/** What axe is to look for, without these rules. The list of a combobox stands in no landmark, but belongs to its combobox. */
async function rulesFor(page: Page, without: string[] = []) {
  const others = (await page.getByRole('listbox').count()) > 0 ? [...without, 'region'] : without
  return {
    runOnly: { type: 'tag' as const, values: tags },
    rules: Object.fromEntries(others.map((id) => [id, { enabled: false }])),
  }
}

/**
 * Runs axe on the screen; in the dark theme only for contrast. Then reads it, and walks through it by keyboard. Soft assertions
 * report every screen in one run.
 */
export async function lookForRules(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const options = colorScheme === 'light' ? await rulesFor(page) : { runOnly: ['color-contrast'] }
    const violations = await axeViolations(page, options)
    const hidden = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect.soft(hidden, `${screen} is taller than the window`).toBeLessThanOrEqual(0)
    expect.soft(summaries(violations), `${screen}, ${colorScheme}`).toEqual([])
  }
  expect.soft(await movements(page), `${screen} moves under reduced motion`).toEqual([])
  expect.soft(await treeFaults(page), `${screen}, read out`).toEqual([])
  expect.soft(await keyboardFaults(page), `${screen}, by keyboard`).toEqual([])
}

/** Texts that their box cuts off. Amounts and names may end in an ellipsis on purpose, which `text-overflow` states. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cuts = (element: Element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      if (element.closest('.visually-hidden')) return false
      const tooTall = /hidden|clip/u.test(overflowY) && element.scrollHeight > element.clientHeight + 1
      const tooWide =
        /hidden|clip/u.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      return tooTall || tooWide
    }
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && hasText(element) && cuts(element))
      .map((element) => `${element.className} "${element.textContent}"`)
  })
}

/** Checks what another language can change: missing names and texts that are too long. Colours and sizes are as in Thai. */
export async function lookAtWords(page: Page, screen: string): Promise<void> {
  const options = await rulesFor(page, ['color-contrast', 'target-size'])
  expect.soft(summaries(await axeViolations(page, options)), screen).toEqual([])
  expect.soft(await clippedTexts(page), screen).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(wider, `${screen} is wider than the phone`).toBeLessThanOrEqual(0)
}
