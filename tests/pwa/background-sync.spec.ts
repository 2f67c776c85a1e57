import type { BrowserContext, Page, Request } from 'playwright/test'
import { sendChatMessage } from '../../src/api/contract/chat.ts'
import { uploadSlip } from '../../src/api/contract/slip.ts'
import { addressesOf, type RequestsOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { outboxIds, readStorage } from '../support/browser-storage.ts'
import { Agent, ChatPanel, memberIdOf } from '../support/chat.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { memberWithSlip, openSlipUpload, slipStatuses } from '../support/slip-upload.ts'
import { openWorkerDevtools } from '../support/worker-devtools.ts'

test.use({ serviceWorkers: 'allow' })

/** Wakes the worker as the browser does when the network is back. Returns a function to call again and again. */
async function browserWakes(page: Page): Promise<() => Promise<void>> {
  const { devtools, registration } = await openWorkerDevtools(page)
  const what = { ...registration, tag: 'champa-outbox', lastChance: false }
  return async () => void (await devtools.send('ServiceWorker.dispatchSyncEvent', what))
}

/**
 * The member sends a slip over a line that breaks, and leaves: it waits on the phone. A window of the app that is seen would keep
 * the worker from sending, or send it itself. Returns a function that wakes the worker.
 */
async function leaveSlip(page: Page, app: App, member: TestMember, slip: Buffer) {
  const upload = await openSlipUpload(page, app, member)
  await workerReady(page)
  await page.context().route(addressesOf(uploadSlip), (route) => route.abort('connectionreset'))
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
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 250.5 })
  const wake = await leaveSlip(page, app, member, slip)
  expect(await slipStatuses(server.origin, member)).toEqual([])
  const outside = await context.newPage()
  await context.unroute(addressesOf(uploadSlip))
  await wake()
  await wake()
  await expect.poll(() => slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
  await outside.goto('/robots.txt')
  await expect.poll(() => outboxIds(outside)).toEqual([])
  await outside.goto('/user/home')
  await new App(outside, words).expectBalance('350.50')
  expect(await slipStatuses(server.origin, member)).toEqual(['SUCCESS'])
})

/** Holds the requests of a call, beginning with the one at `place`. Returns what was asked for, by whom, and with which token. */
async function holdCalls(context: BrowserContext, call: RequestsOf, place: number) {
  const asked: { by: 'worker' | 'page'; body: string; headers: Record<string, string> }[] = []
  await context.route(addressesOf(call), async (route) => {
    const request = route.request()
    asked.push({
      by: request.serviceWorker() ? 'worker' : 'page',
      body: request.postData() ?? '',
      headers: await request.allHeaders(),
    })
    if (asked.length < place) await route.continue()
  })
  const brokenOff: string[] = []
  const answered = new Set<Request>()
  context.on('response', (response) => answered.add(response.request()))
  // The worker reads no answer to its end, which counts as failed too. A page that is left breaks off its own calls.
  context.on('requestfailed', (request) => {
    if (request.serviceWorker() && !answered.has(request)) brokenOff.push(new URL(request.url()).pathname)
  })
  return { asked, brokenOff }
}

async function signOutElsewhere(context: BrowserContext, words: App['words']): Promise<[Page, App]> {
  const page = await context.newPage()
  const app = new App(page, words)
  await page.goto('/user/profile')
  await app.logOutUnsent(page)
  await expect(app.heading('Log in')).toBeVisible()
  return [page, app]
}

test('a sign-out while the worker sends breaks it off and leaves nothing on the phone, and what arrives afterwards counts for nobody', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const { member, slip } = await memberWithSlip({ server, newMember }, 100, { baht: 250.5 })
  const wake = await leaveSlip(page, app, member, slip)
  const { asked, brokenOff } = await holdCalls(context, uploadSlip, 1)
  await wake()
  await expect.poll(() => asked.map(({ by }) => by)).toEqual(['worker'])

  const [second] = await signOutElsewhere(context, words)
  await expect.poll(() => brokenOff).toEqual([uploadSlip.path])
  // As if all of it had left the phone before.
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(slip)], { type: 'image/png' }), 'slip.png')
  const { authorization = '', 'idempotency-key': key = '' } = asked[0]?.headers ?? {}
  expect(authorization).toContain(member.token)
  const late = await fetch(`${server.origin}/api/wallet/slip`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Idempotency-Key': key, 'X-Requester-Type': 'WALLET_USER' },
    body: form,
  })
  expect(late.status).toBe(401)
  await wake()
  await expect.poll(() => outboxIds(second)).toEqual([])
  const left = await readStorage(second)
  for (const trace of [member.token, member.phone, member.name]) expect(left).not.toContain(trace)
  const { token } = await callApi(server.origin, 'POST', '/api/login', {
    username: member.phone,
    password: member.password,
  })
  expect(await slipStatuses(server.origin, { ...member, token: String(token) })).toEqual([])
  expect(asked).toHaveLength(1)
})

test('of five messages the worker has sent three when their member signs out: the others go out for nobody, also not for who signs in next', async ({
  page,
  context,
  app,
  words,
  server,
  newMember,
}) => {
  const [member, next] = [await newMember(100), await newMember(20)]
  const rooms = await Promise.all([member, next].map(({ token }) => memberIdOf(server.origin, token)))
  const texts = ['one', 'two', 'three', 'four', 'five'].map((word) => `Number ${word}.`)
  const counts = () =>
    Promise.all(
      rooms.map((room) => Promise.all(texts.map((text) => new Agent(server.origin, room).count(text)))),
    )
  await signInAs(page, member, '/user/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await workerReady(page)
  await context.route(addressesOf(sendChatMessage), (route) => route.abort('connectionreset'))
  for (const text of texts) await chat.write(text)
  await expect.poll(() => outboxIds(page)).toHaveLength(texts.length)
  const wake = await browserWakes(page)
  await page.goto('about:blank')
  await context.unroute(addressesOf(sendChatMessage))

  const { asked, brokenOff } = await holdCalls(context, sendChatMessage, 4)
  await wake()
  await expect.poll(() => asked.map(({ by }) => by)).toEqual(['worker', 'worker', 'worker', 'worker'])
  const [second, other] = await signOutElsewhere(context, words)
  await expect.poll(() => brokenOff).toEqual([sendChatMessage.path])
  await context.unroute(addressesOf(sendChatMessage))
  await other.logIn(next)
  await other.expectBalance('20.00')
  await second.goto('about:blank')
  await wake()
  await second.goto('/user/contact?open=chat')
  await new ChatPanel(second, other).isReady()

  expect(await counts()).toEqual([
    [1, 1, 1, 0, 0],
    [0, 0, 0, 0, 0],
  ])
  for (const { headers } of asked) expect(headers['authorization']).toBe(`Bearer ${member.token}`)
  expect(asked).toHaveLength(4)
  expect(await outboxIds(second)).toEqual([])
  const left = await readStorage(second)
  expect([member.token, member.phone, ...texts].filter((trace) => left.includes(trace))).toEqual([])
})
