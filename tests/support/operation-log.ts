import type { Page } from 'playwright/test'
import { storageKeys } from '../../src/lib/storage-keys.ts'

/** As if more than two minutes had gone by since the operations in the log were confirmed: a call waits one at most. */
export async function ageOperationLog(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const entries = JSON.parse(localStorage.getItem(name) ?? '[]') as { at: number }[]
    const aged = entries.map((entry) => ({ ...entry, at: entry.at - 121_000 }))
    localStorage.setItem(name, JSON.stringify(aged))
  }, storageKeys.operationLog)
}
