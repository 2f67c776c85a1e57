import type { Page } from 'playwright/test'
import { storageKeys } from '../../src/lib/storage-keys.ts'

/** The operation log as the page stores it; null while it is empty. */
export const readOperationLog = (page: Page): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), storageKeys.operationLog)

/** Makes the logged operations two minutes older, so that none can still be running: a call times out after one. */
export async function ageOperationLog(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const entries = JSON.parse(localStorage.getItem(name) ?? '[]') as { at: number }[]
    const aged = entries.map((entry) => ({ ...entry, at: entry.at - 121_000 }))
    localStorage.setItem(name, JSON.stringify(aged))
  }, storageKeys.operationLog)
}
