import type { BrowserContext, Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { readStorage } from '../support/browser-storage.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { makeSlip } from '../support/pictures.ts'

test.use({ serviceWorkers: 'allow' })

/** The member's slips at the backend. */
async function slipsOf(origin: string, { token }: TestMember) {
  const { slips } = await callApi(origin, 'POST', '/api/statement/slip', { page: 1, limit: 10 }, token)
  return (slips as { status: string }[]).map(({ status }) => status)
}

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

/** The ids that wait on this phone. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'champa-outbox')) return []
    return new Promise<IDBValidKey[]>((resolve) => {
      const opening = indexedDB.open('champa-outbox')
      opening.addEventListener('success', () => {
        const keys = opening.result.transaction('entries').objectStore('entries').getAllKeys()
        keys.addEventListener('success', () => {
          opening.result.close()
          resolve(keys.result)
        })
      })
    })
  })

/** Leaves a slip waiting, because the network breaks every upload. */
async function leaveSlip(page: Page, context: BrowserContext, app: App, slip: Buffer): Promise<void> {
  await workerReady(page)
  const upload = app.sheet('Upload slip')
  await expect(upload.button('Choose the slip')).toBeVisible()
  await context.route('**/api/wallet/slip', (route) => route.abort('connectionreset'))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip })
  await upload.button('Send slip').click()
  await expect(upload.text('The slip waits for the connection')).toBeVisible()
  await expect.poll(() => waiting(page)).toHaveLength(1)
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
  await signInAs(page, member, '/user/home?open=slip')
  await leaveSlip(page, context, app, slip)
  expect(await slipsOf(server.origin, member)).toEqual([])
  const outside = await context.newPage()
  const wake = await browserWakes(page)
  await context.unroute('**/api/wallet/slip')
  // A window of the app that is seen would keep the worker from sending.
  await page.goto('about:blank')
  await wake()
  await wake()
  await expect.poll(() => slipsOf(server.origin, member)).toEqual(['SUCCESS'])
  await outside.goto('/robots.txt')
  await expect.poll(() => waiting(outside)).toEqual([])
  await outside.goto('/user/home')
  await new App(outside, words).expectBalance('350.50')
  expect(await slipsOf(server.origin, member)).toEqual(['SUCCESS'])
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
  await signInAs(page, member, '/user/home?open=slip')
  await leaveSlip(page, context, app, slip)
  const wake = await browserWakes(page)
  await context.unroute('**/api/wallet/slip')
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const underWay: string[] = []
  await context.route('**/api/wallet/slip', async (route) => {
    underWay.push(route.request().serviceWorker() ? 'worker' : 'page')
    await released
    await route.continue()
  })
  await page.goto('about:blank')
  await wake()
  await expect.poll(() => underWay).toEqual(['worker'])

  const second = await context.newPage()
  const other = new App(second, words)
  await second.goto('/user/profile')
  await other.button('Log out').click()
  await expect(other.heading('Log in')).toBeVisible()
  const answered = context.waitForEvent('response', (response) => response.url().endsWith('/api/wallet/slip'))
  release()
  expect((await answered).status()).toBe(401)
  await wake()
  await expect.poll(() => waiting(second)).toEqual([])
  const left = await readStorage(second)
  for (const trace of [member.token, member.phone, member.name]) expect(left).not.toContain(trace)
  const { token } = await callApi(server.origin, 'POST', '/api/login', {
    username: member.phone,
    password: member.password,
  })
  expect(await slipsOf(server.origin, { ...member, token: String(token) })).toEqual([])
  expect(underWay).toEqual(['worker'])
})
