import { App } from '../e2e/app.ts'
import { enter, expect, test as base, workerReady } from '../e2e/fixtures.ts'
import { registerMember } from '../e2e/members.ts'
import { type Release, startRelease } from '../e2e/release.ts'
import { Sandbox } from '../e2e/sandbox.ts'

const test = base.extend<{ release: Release }>({
  release: async ({ browserName: _browser }, provide) => {
    const release = await startRelease()
    await provide(release)
    await release.dispose()
  },
})

test('a new version is offered, never while a code waits to be paid, and never forced', async ({
  browser,
  words,
  release,
}) => {
  const context = await browser.newContext({ baseURL: release.server.origin })
  const page = await context.newPage()
  const app = new App(page, words)
  const member = await registerMember(new Sandbox(release.server.origin), 90)
  await enter(page, member)
  await workerReady(page)
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  const deposit = await app.choose('Deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()

  await release.next()
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      if (!registration.waiting && !registration.installing) await registration.update()
      return registration.waiting !== null
    })
  await expect.poll(isWaiting).toBe(true)
  await expect(app.text('A new version is ready')).toBeHidden()
  await deposit.button('Close').click()
  await expect(app.text('A new version is ready')).toBeVisible()
  expect(await page.evaluate(() => 'neverReloaded' in globalThis)).toBe(true)

  await app.button('Update').click()
  await expect.poll(() => page.evaluate(() => 'neverReloaded' in globalThis).catch(() => true)).toBe(false)
  await app.expectBalance('90.00')
  await expect(app.text('A new version is ready')).toBeHidden()
  await context.close()
})
