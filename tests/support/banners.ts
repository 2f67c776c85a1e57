import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'
import type { Words } from './words.ts'

/** Opens a sheet until it shows `part` of its banners: if they take more than two seconds, the sheet opens without them. */
export async function openWithBanners(open: () => Promise<unknown>, part: Locator): Promise<void> {
  await expect(async () => {
    await open()
    await expect(part).toBeVisible({ timeout: 4000 })
  }).toPass()
}

/** The button that leads on from the banners of a sheet, and a heading of what stands behind them. */
const behindBanners: Partial<Record<string, { next: string; heading: string }>> = {
  '/user/home?open=invite': { next: 'See my invite link', heading: 'From your friends' },
  '/user/home?open=refund': { next: 'See my cashback', heading: 'Claimed before' },
}

/** Leads on from an open sheet's banners to what stands behind them; false for a sheet without banners. */
export async function leaveBanners(page: Page, words: Words, address: string): Promise<boolean> {
  const behind = behindBanners[address]
  if (!behind) return false
  const sheet = page.getByRole('dialog')
  const next = sheet.getByRole('button', { name: words.say(behind.next), exact: true })
  // Banners that take more than two seconds are left out.
  if (await next.isVisible()) await next.click()
  await expect(sheet.getByRole('heading', { name: words.say(behind.heading), exact: true })).toBeVisible()
  await expect(sheet.locator('[aria-busy=true]')).toHaveCount(0)
  return true
}

/** The name of the second look at a sheet. */
export const behind = (address: string) => `${address}, behind its banners`
