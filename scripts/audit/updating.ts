import { type BrowserContext, expect } from 'playwright/test'
import { App } from '../../tests/support/app.ts'
import { workerReady } from '../../tests/support/fixtures.ts'
import { attempt, type Finding, skipped } from './finding.ts'
import { needsRelease, openHome, type Site, words } from './site.ts'

/** A new service worker is offered, and activated only when the user agrees. */
export async function auditUpdating(site: Site, context: BrowserContext): Promise<Finding[]> {
  const { release } = site
  if (!release)
    return [skipped('a new version is offered', needsRelease), skipped('and taken when asked', needsRelease)]
  const page = await openHome(site, context)
  const app = new App(page, words)
  await workerReady(page)
  const todo = 'A waiting worker has to be offered, and told to take over by a press.'
  const offered = await attempt('a new version is offered', todo, async () => {
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
    release.next()
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
    })
    await app.text('A new version is ready').waitFor()
    if (!(await page.evaluate(() => 'neverReloaded' in globalThis)))
      throw new Error('the page reloaded by itself')
    return 'without a reload'
  })
  const taken = await attempt('and taken when asked', todo, async () => {
    await app.button('Update').click()
    const isOld = () => page.evaluate(() => 'neverReloaded' in globalThis).catch(() => true)
    await expect.poll(isOld, { timeout: 20_000 }).toBe(false)
    await app.wallet().waitFor()
    return 'the page opened anew, its member still signed in'
  })
  await page.close()
  return [offered, taken]
}
