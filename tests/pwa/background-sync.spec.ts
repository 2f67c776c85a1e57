import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { outboxIds, readStorage } from '../support/browser-storage.ts'
import { expect, test, workerReady } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
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

/**
 * The member sends a slip over a line that breaks, and leaves: it waits on the phone. A window of the app that is seen would keep
 * the worker from sending, or send it itself. Returns a function that wakes the worker.
 */
async function leaveSlip(page: Page, app: App, member: TestMember, slip: Buffer) {
  const upload = await openSlipUpload(page, app, member)
  await workerReady(page)
  await page.context().route('**/api/wallet/slip', (route) => route.abort('connectionreset'))
  await upload.send(slip)
  await upload.expectWaiting()
  await expect.poll(() => outboxIds(page)).toHaveLength(1)
  const wake = await browserWakes(page)
  await page.goto('about:blank')
  return wake
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
  const wake = await leaveSlip(page, app, member, slip)
  expect(await slipStatuses(server.origin, member)).toEqual([])
  const outside = await context.newPage()
  await context.unroute('**/api/wallet/slip')
  await wake()
  await wake()
  await expect.poll(() => slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
  await outside.goto('/robots.txt')
  await expect.poll(() => outboxIds(outside)).toEqual([])
  await outside.goto('/user/home')
  await new App(outside, words).expectBalance('350.50')
  expect(await slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
})

test('a sign-out while the worker sends leaves nothing on the phone, and what arrives afterwards counts for nobody', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(100)
  const slip = await makeSlip(server.origin, member.phone, { baht: 250.5 })
  const wake = await leaveSlip(page, app, member, slip)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const underWay: string[] = []
  await context.route('**/api/wallet/slip', async (route) => {
    underWay.push(route.request().serviceWorker() ? 'worker' : 'page')
    await released
    await route.continue()
  })
  await wake()
  await expect.poll(() => underWay).toEqual(['worker'])

  const second = await context.newPage()
  const other = new App(second, words)
  await second.goto('/user/profile')
  await other.button('Log out').first().click()
  await expect(other.heading('Log in')).toBeVisible()
  const answered = context.waitForEvent('response', (response) => response.url().endsWith('/api/wallet/slip'))
  release()
  expect((await answered).status()).toBe(401)
  await wake()
  await expect.poll(() => outboxIds(second)).toEqual([])
  const left = await readStorage(second)
  for (const trace of [member.token, member.phone, member.name]) expect(left).not.toContain(trace)
  const { token } = await callApi(server.origin, 'POST', '/api/login', {
    username: member.phone,
    password: member.password,
  })
  expect(await slipStatuses(server.origin, { ...member, token: String(token) })).toEqual([])
  expect(underWay).toEqual(['worker'])
})
