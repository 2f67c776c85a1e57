import type { Page } from 'playwright/test'
import { behind } from '../banners.ts'
import { expect } from '../expect.ts'
import {
  countFields,
  keyboards,
  outOfReach,
  sideways,
  underEdges,
  underKeyboard,
  upright,
  withNotch,
} from '../phone-edges.ts'

const sheetsWithFields = ['deposit', 'withdraw', 'transfer', 'game&game=PG', 'password', 'chat', 'bank-name']
/** Screens that have fields. */
const withFields = new Set([
  '/login',
  '/register',
  '/forgot-password',
  '/contact?open=chat',
  ...sheetsWithFields.map((name) => `/user/home?open=${name}`),
])

/** Its gold button sends the link, at the top of a long sheet: beside it stands the QR that is scanned instead. */
const besideItsQr = behind('/user/home?open=invite')

async function expectAboveKeyboard(page: Page, address: string): Promise<void> {
  const { count, small } = await countFields(page)
  if (withFields.has(address)) expect(count, `the fields of ${address}`).toBeGreaterThan(0)
  expect.soft(small, `${address}: an iPhone zooms in on these`).toEqual([])
  for (const [phone, show] of Object.entries(keyboards)) {
    for (let place = 0; place < count; place += 1) {
      await page.evaluate((at) => {
        const { fields } = globalThis as unknown as { fields: HTMLElement[] }
        fields[at]?.focus()
      }, place)
      await show(page, true)
      await expect.soft
        .poll(() => underKeyboard(page, place), { message: `${address}, ${phone}` })
        .toEqual([])
      await show(page, false)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    }
  }
}

async function expectBesideNotch(page: Page, address: string): Promise<void> {
  await page.setViewportSize(sideways)
  await expect.soft.poll(() => underEdges(page), { message: `${address}, held sideways` }).toEqual([])
  await page.setViewportSize(upright)
}

/** Nothing lies under the notch, the keyboard leaves field and button in sight, and nothing zooms. */
export function lookAtEdges(page: Page, screen: string): Promise<void> {
  return withNotch(page, async () => {
    await page.setViewportSize(upright)
    const sheet = page.getByRole('dialog')
    if (screen.includes('open=')) {
      if (withFields.has(screen)) await expect(sheet.getByRole('textbox').first()).toBeEnabled()
      // A page that bounces like rubber moves under the sheet.
      const bounces = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
      expect.soft(await bounces(), screen).toBe('none')
    }
    if (screen !== besideItsQr)
      expect.soft(await outOfReach(page), `${screen}: out of a thumb’s reach`).toEqual([])
    await expectAboveKeyboard(page, screen)
    await expectBesideNotch(page, screen)
  })
}
