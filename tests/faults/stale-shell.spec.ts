import { listStatements } from '../../src/api/contract/statement.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { readStored } from '../support/browser-storage.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from '../support/app.ts'
import { signInAs } from '../support/fixtures.ts'
import { expect, openWithWorker, test } from '../support/deploy-test.ts'

test('an HTML page cached from the previous release is replaced by the new one, without a reload loop', async ({
  browser,
  words,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.server.origin, serviceWorkers: 'block' })
  const member = await site.newMember(60)
  const page = await context.newPage()
  const app = new App(page, words)
  const stale = readFileSync(join(site.folder, 'index.html'), 'utf8')
  await site.deploy()
  await signInAs(page, member, '/robots.txt')
  let documents = 0
  let isStale = () => documents === 1
  await page.route('**/user/home', async (route) => {
    documents += 1
    if (isStale()) await route.fulfill({ contentType: 'text/html', body: stale })
    else await route.continue()
  })
  await page.goto('/user/home')
  await app.expectBalance('60.00')
  await expect(page.locator('footer')).toContainText('1.1.15')
  expect(documents).toBe(2)

  await test.step('if the cache keeps serving it, an error is shown and only the member retries', async () => {
    isStale = () => true
    documents = 0
    await page.goto('/robots.txt')
    await page.goto('/user/home')
    const lost = page.getByRole('alert')
    await expect(lost).toContainText(words.say('This page could not be shown'))
    expect(documents).toBe(2)
    isStale = () => false
    await lost.getByRole('button', { name: words.say('Try again') }).click()
    await app.expectBalance('60.00')
    expect(documents).toBe(3)
  })
  await context.close()
})

test('a service worker with missing cache entries is repaired; data stored by an earlier release is not shown', async ({
  context,
  words,
  site,
}) => {
  const member = await site.newMember(60)
  const app = await openWithWorker(context, words, member)
  const { page } = app
  await app.expectBalance('60.00')
  await app.link('History').click()
  const row = page.getByRole('main').getByText('+60.00 ฿')
  await expect(row).toBeVisible()
  const kept = async () => (await readStored(page, 'queryCache')) ?? ''
  await expect.poll(kept).toContain('60')
  await site.deploy()

  await test.step('the worker’s shell still opens, with its stored data', async () => {
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.locator('footer')).toContainText('1.1.14')
  })

  await test.step('the phone has evicted the scripts, but not the page', async () => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys())
          if (request.url.includes('/assets/')) await cache.delete(request)
      }
    })
    // Without a fresh answer, only data stored by the earlier release could show the row.
    await page.route(addressesOf(listStatements), (route) => route.abort('connectionfailed'))
    await page.goto('/user/statement')
    await expect(page.locator('footer')).toContainText('1.1.15')
    await expect(app.heading('Statement')).toBeVisible()
    await expect(row).toBeHidden()
    await page.unroute(addressesOf(listStatements))
    await page.goto('/user/home')
    await app.expectBalance('60.00')
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 90_000 })
      .toBe('activated')
  })

  await test.step('from then on it opens offline again', async () => {
    await page.goto('/user/statement')
    await expect(row).toBeVisible()
    await expect.poll(kept).toContain('60')
    await context.setOffline(true)
    await page.reload()
    await expect(row).toBeVisible()
    await context.setOffline(false)
  })
})
