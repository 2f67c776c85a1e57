import type { Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { enter, expect, test } from '../support/fixtures.ts'

/** The controls that the way into the chat lies over, as the page stands now. */
const covered = (page: Page, bubble: string) =>
  page.evaluate((name) => {
    const own = [...document.querySelectorAll('a')].find((link) => link.getAttribute('aria-label') === name)
    if (!own) return ['no way into the chat']
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
      // What is scrolled under a bar lies below it, as everything on the page does.
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return seen && own.contains(seen) ? [control.outerHTML.slice(0, 120)] : []
    })
  }, bubble)

/** At the top, at every half of a window below it, and at the foot. */
async function expectFree(page: Page, app: App) {
  const bubble = app.link('Chat with us')
  for (const width of [320, 360, 400]) {
    await page.setViewportSize({ width, height: 640 })
    await expect(bubble).toBeAttached()
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    for (let y = 0; ; y += 320) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), Math.min(y, end))
      expect(await covered(page, app.words.say('Chat with us')), `${page.url()} at ${width}`).toEqual([])
      if (y >= end) break
    }
    // Reached by scrolling, also where the page has grown meanwhile, and nothing lies over it.
    await bubble.scrollIntoViewIfNeeded()
    await expect(bubble).toBeInViewport({ ratio: 1 })
    await bubble.click({ trial: true })
  }
}

test('the way into the chat lies over no control of a visitor’s pages', async ({ page, app }) => {
  for (const [address, control] of [
    ['/login', app.button('Log in')],
    ['/register', app.field('Phone number')],
    ['/forgot-password', app.field('Phone number')],
    ['/howto', app.button('Pay money in')],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(control).toBeVisible()
      await expectFree(page, app)
    })
  }
})

test('nor of a member’s', async ({ page, app, newMember }) => {
  await enter(page, await newMember(300), '/user/profile')
  for (const [address, control] of [
    ['/user/profile', app.button('Log out').first()],
    ['/user/statement', app.button('Save this page as a CSV file')],
    ['/user/bonus', app.heading('Bonus')],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(control).toBeVisible()
      await expectFree(page, app)
    })
  }
})
