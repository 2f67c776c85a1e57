import { uploadSlip } from '../../src/api/contract/slip.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { readStored } from '../support/browser-storage.ts'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { workerReady } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { memberWithSlip, SlipUpload } from '../support/slip-upload.ts'
import { acceptUpdate, expect, findRelease, openWithWorker, test } from '../support/deploy-test.ts'

/** Stops the service workers, as the system does when it needs memory. */
async function killWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

const dropCaches = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })

test('the service worker can stop and lose its caches at any moment', async ({ context, words, site }) => {
  const { member, slip } = await memberWithSlip(site, 100, { baht: 250 })
  const app = await openWithWorker(context, words, member, '/user/home?open=slip')
  const { page } = app
  const upload = new SlipUpload(page, app)
  const { sheet } = upload

  await test.step('during an upload', async () => {
    await upload.choose(slip)
    await page.route(addressesOf(uploadSlip), async (route) => {
      await killWorkers(page)
      await route.continue()
    })
    await sheet.button('Send slip').click()
    await expect(sheet.text('Credited')).toBeVisible()
    await sheet.button('Done').click()
    await app.expectBalance('350.00')
    const { statements } = await callApi(
      site.server.origin,
      'POST',
      '/api/statement',
      { page: 1, limit: 10 },
      member.token,
    )
    expect(statements).toHaveLength(2)
  })

  await test.step('before the app starts offline', async () => {
    await app.link('History').click()
    await expect(page.getByRole('main').getByText('+250.00 ฿')).toBeVisible()
    await expect.poll(async () => (await readStored(page, 'queryCache')) ?? '').toContain('250')
    // Offline first: the network emulation reaches only running workers; a stopped one would stay online.
    await context.setOffline(true)
    await killWorkers(page)
    await page.goto('/user/home')
    await app.expectBalance('350.00')
    await killWorkers(page)
    await app.link('History').click()
    await expect(page.getByRole('main').getByText('+250.00 ฿')).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('with all its caches, while a page is open', async () => {
    await dropCaches(page)
    await app.link('Contact').click()
    await expect(app.heading('Contact us')).toBeVisible()
    await page.goto('/user/home')
    await app.expectBalance('350.00')
  })

  await test.step('it recovers, and opens the app offline again', async () => {
    const isWhole = () =>
      page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true })) !== undefined)
    await expect.poll(isWhole, { timeout: 90_000 }).toBe(true)
    await workerReady(page)
    await context.setOffline(true)
    await page.goto('/user/home')
    await app.expectBalance('350.00')
    await context.setOffline(false)
  })

  await test.step('unregistered while a page is open', async () => {
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).unregister()))
    await dropCaches(page)
    await app.link('History').click()
    await expect(page.getByRole('main').getByText('+250.00 ฿')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByText('+250.00 ฿')).toBeVisible()
    // A registration during the removal revives the old worker, which controls the page from its next load.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    await workerReady(page)
  })
})

test('a failed installation of a new worker changes nothing, and the next attempt works', async ({
  context,
  words,
  site,
}) => {
  const member = await site.newMember(40)
  const app = await openWithWorker(context, words, member)
  const { page } = app
  await app.expectBalance('40.00')
  await site.deploy()
  const assets = join(site.folder, 'assets')
  const name = readdirSync(assets).find((file) => file.startsWith('withdraw-sheet-') && file.endsWith('.js'))
  const file = join(assets, String(name))
  renameSync(file, `${file}.gone`)

  await test.step('the current worker stays active', async () => {
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      // The listener comes first: the installation may end before the page hears of the update.
      const ended = new Promise<string>((resolve) => {
        registration.addEventListener('updatefound', () => {
          const { installing } = registration
          installing?.addEventListener('statechange', () => resolve(installing.state), { once: true })
        })
      })
      await registration.update()
      return `${await ended}, waiting: ${String(registration.waiting !== null)}`
    })
    expect(outcome).toBe('redundant, waiting: false')
    await expect(app.text('A new version is ready')).toBeHidden()
    await context.setOffline(true)
    await page.reload()
    await app.expectBalance('40.00')
    await expect(page.locator('footer')).toContainText('1.1.14')
    await context.setOffline(false)
  })

  await test.step('the next attempt is offered as an update', async () => {
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
    renameSync(`${file}.gone`, file)
    await findRelease(page)
    await acceptUpdate(app, page)
    await expect(page.locator('footer')).toContainText('1.1.15')
    const later = await context.newPage()
    await later.goto('/user/home?open=withdraw')
    await expect(new App(later, words).sheet('Withdraw').button('Continue')).toBeVisible()
  })
})
