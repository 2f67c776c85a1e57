import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'

/** The controls that the chat bubble covers at the current scroll position. */
const coveredControls = (page: Page, bubble: string) =>
  page.evaluate((name) => {
    const own = [...document.querySelectorAll('a')].find((link) => link.getAttribute('aria-label') === name)
    if (!own) return ['the chat bubble is missing']
    const box = own.getBoundingClientRect()
    const controls = document.querySelectorAll(
      'a, button, input, select, textarea, label, [role], [tabindex="0"]',
    )
    return [...controls].flatMap((control) => {
      if (control.contains(own) || own.contains(control)) return []
      const other = control.getBoundingClientRect()
      const left = Math.max(box.left, other.left)
      const right = Math.min(box.right, other.right)
      const top = Math.max(box.top, other.top)
      const bottom = Math.min(box.bottom, other.bottom)
      if (left >= right || top >= bottom) return []
      // A bubble scrolled under a fixed bar covers nothing there.
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return seen && own.contains(seen) ? [control.outerHTML.slice(0, 120)] : []
    })
  }, bubble)

/** Checks at the top, after every half a window, and at the bottom of the page. */
async function expectNothingCovered(page: Page, app: App) {
  const bubble = app.link('Chat with us')
  for (const width of [320, 360, 400]) {
    await page.setViewportSize({ width, height: 640 })
    await expect(bubble).toBeAttached()
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    for (let y = 0; ; y += 320) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), Math.min(y, end))
      const covered = await coveredControls(page, app.words.say('Chat with us'))
      expect(covered, `${page.url()} at ${width}`).toEqual([])
      if (y >= end) break
    }
    // Scrolling reaches the bubble, also if the page has grown meanwhile, and nothing covers it.
    await bubble.scrollIntoViewIfNeeded()
    await expect(bubble).toBeInViewport({ ratio: 1 })
    await bubble.click({ trial: true })
  }
}

test('the chat bubble covers no control on a visitor’s pages', async ({ page, app }) => {
  for (const [address, control] of [
    ['/login', app.button('Log in')],
    ['/register', app.field('Phone number')],
    ['/forgot-password', app.field('Phone number')],
    ['/howto', app.button('Pay money in')],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(control).toBeVisible()
      await expectNothingCovered(page, app)
    })
  }
})

test('the chat bubble covers no control on a member’s pages', async ({ page, app, newMember }) => {
  await signInAs(page, await newMember(300), '/user/profile')
  for (const [address, control] of [
    ['/user/profile', app.button('Log out').first()],
    ['/user/statement', app.button('Save this page as a CSV file')],
    ['/user/bonus', app.heading('Bonus')],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(control).toBeVisible()
      await expectNothingCovered(page, app)
    })
  }
})
