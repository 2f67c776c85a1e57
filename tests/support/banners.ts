import type { Locator } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Opens a sheet until it shows `part` of its banners: if they take more than two seconds, the sheet opens without them. */
export async function openWithBanners(open: () => Promise<unknown>, part: Locator): Promise<void> {
  await expect(async () => {
    await open()
    await expect(part).toBeVisible({ timeout: 4000 })
  }).toPass()
}
