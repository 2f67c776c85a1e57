import type { Page, Route } from 'playwright/test'
import { firstWordsOf, memberPages, titleOf, visitorPages } from '../support/addresses.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

// What moves by itself would shift the page too.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The sum of layout shifts that a page may have (Cumulative Layout Shift). */
const largestShift = 0.02

/** Counts how far things move on the page without a tap or key. Runs in the page. */
function countShifts(): void {
  const shifts: { score: number; moved: string[] }[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      sources: { node?: Node }[]
    })[])
      shifts.push({
        score: entry.value,
        moved: entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: { score: number; moved: string[] }[] }).shifts)

/** Notes whether the line about a slow connection shows. It moves the page as it should. Runs in the page. */
function noteSlowLine(line: string): void {
  Object.assign(globalThis, { wasSlow: false })
  new MutationObserver(() => {
    if (document.body?.textContent.includes(line)) Object.assign(globalThis, { wasSlow: true })
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

const wasSlow = (page: Page) => page.evaluate(() => (globalThis as unknown as { wasSlow: boolean }).wasSlow)

const nextFrames = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })

/** Runs in the page: each begins as if none had been opened before. Whoever has signed in has heard what the backend can do. */
function beginAnew(extensions?: string): void {
  localStorage.clear()
  sessionStorage.clear()
  if (extensions) localStorage.setItem('champa.extensions', JSON.stringify(extensions))
}

const walks = { 'a visitor’s': visitorPages, 'a member’s': memberPages }

for (const width of [412, 1440])
  for (const [whose, pages] of Object.entries(walks))
    test(`${whose} pages stay still at ${width} px while their answers arrive one by one`, async ({
      page,
      words,
      newMember,
    }) => {
      const waiting: Route[] = []
      await page.setViewportSize({ width, height: 823 })
      const member = pages === memberPages ? await newMember(125) : undefined
      const { 'x-api-extensions': announced } = (await page.request.get('/api/lookup/active')).headers()
      await page.addInitScript(beginAnew, member && announced)
      await page.addInitScript(countShifts)
      await page.addInitScript(noteSlowLine, words.say('The connection is slow · still trying'))
      await page.route('**/api/**', (route) => void waiting.push(route))
      for (const address of pages)
        await test.step(address, async () => {
          const open = () => (member ? signInAs(page, member, address) : page.goto(address))
          const receiveAnswers = async () => {
            // What was asked last is answered first, and drawn before the next answer comes.
            for (let route = waiting.pop(); route; route = waiting.pop()) {
              await nextFrames(page)
              await route.continue()
              await nextFrames(page)
            }
            await expect(page).toHaveTitle(words.like(titleOf(address)), { timeout: 200 })
            await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0, { timeout: 200 })
            expect(waiting).toEqual([])
          }
          await expect(async () => {
            // What the page before still asks for ends with it.
            await page.goto('/robots.txt')
            waiting.length = 0
            await open()
            await expect(receiveAnswers).toPass({ intervals: [100], timeout: 20_000 })
            expect(await wasSlow(page)).toBe(false)
          }).toPass()
          // What was painted before the app had loaded is what the page says.
          for (const text of firstWordsOf(address))
            await expect(page.getByRole('main')).toContainText(words.like(text))
          await nextFrames(page)
          const shifts = await shiftsOf(page)
          const sum = shifts.reduce((total, { score }) => total + score, 0)
          expect.soft(sum, `${address}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(largestShift)
        })
    })
