import type { Page } from 'playwright/test'
import { enter, expect, test as base } from '../e2e/fixtures.ts'
import { layRoughLine, type RoughLine } from './rough-line.ts'

/** As elsewhere, but the browser reaches the server over a line that does what a test tells it. */
export const test = base.extend<{ line: RoughLine }>({
  line: async ({ server }, provide) => {
    const line = await layRoughLine(server.port)
    await provide(line)
    await line.close()
  },
  baseURL: ({ line }, provide) => provide(line.origin),
  storageState: ({ line, language }, provide) => {
    const localStorage = [{ name: 'champa.locale', value: JSON.stringify(language) }]
    return provide({ cookies: [], origins: [{ origin: line.origin, localStorage }] })
  },
})

/** Lets the page's time run on, so many ms at a step, until something is to be seen. The page's clock must be installed. */
export async function soon(page: Page, isSo: () => Promise<void>, ms = 2500): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms)
    await isSo()
  }).toPass({ timeout: 40_000 })
}

export { enter, expect }
