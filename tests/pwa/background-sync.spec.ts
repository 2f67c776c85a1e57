import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { outboxIds } from '../support/browser-storage.ts'
import { expect, test, workerReady } from '../support/fixtures.ts'
import { makeSlip } from '../support/pictures.ts'
import { openSlipUpload, slipStatuses } from '../support/slip-upload.ts'

test.use({ serviceWorkers: 'allow' })

/** Wakes the worker as the browser does when the network is back. Returns a function to call again and again. */
async function browserWakes(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return async () => {
    const what = { origin, registrationId, tag: 'champa-outbox', lastChance: false }
    await devtools.send('ServiceWorker.dispatchSyncEvent', what)
  }
}

test('without a page the worker sends the slip, once, and the next page finds nothing waiting', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(100)
  const slip = await makeSlip(server.origin, member.phone, { baht: 250.5 })
  const upload = await openSlipUpload(page, app, member)
  await workerReady(page)
  await context.route('**/api/wallet/slip', (route) => route.abort('connectionreset'))
  await upload.send(slip)
  await upload.expectWaiting()
  await expect.poll(() => outboxIds(page)).toHaveLength(1)
  expect(await slipStatuses(server.origin, member)).toEqual([])
  const outside = await context.newPage()
  const wake = await browserWakes(page)
  await context.unroute('**/api/wallet/slip')
  // A window of the app that is seen would keep the worker from sending.
  await page.goto('about:blank')
  await wake()
  await wake()
  await expect.poll(() => slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
  await outside.goto('/robots.txt')
  await expect.poll(() => outboxIds(outside)).toEqual([])
  await outside.goto('/user/home')
  await new App(outside, words).expectBalance('350.50')
  expect(await slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
})
