import type { Page } from 'playwright/test'

/** As if more than two minutes had gone by since what stands in the journal was confirmed: a call waits one at most. */
export async function ageJournal(page: Page): Promise<void> {
  await page.evaluate(() => {
    const name = 'champa.money-acts'
    const entries = JSON.parse(localStorage.getItem(name) ?? '[]') as { at: number }[]
    const aged = entries.map((entry) => ({ ...entry, at: entry.at - 121_000 }))
    localStorage.setItem(name, JSON.stringify(aged))
  })
}
