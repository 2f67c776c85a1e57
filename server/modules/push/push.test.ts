import { randomUUID } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changePassword } from '#api/contract/account.ts'
import { addBankAccount } from '#api/contract/bank-account.ts'
import { login, logout } from '#api/contract/login.ts'
import { getPush, movePush, savePushPreferences, subscribePush, unsubscribePush } from '#api/contract/push.ts'
import { endOtherSessions } from '#api/contract/session.ts'
import * as wallet from '#api/contract/wallet.ts'
import { createApp } from '../../app.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { members, sessions } from '../../database/schema/members.ts'
import { pushMessages, pushSubscriptions } from '../../database/schema/push.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'
import { type Client, clientOf } from '../../http/test-app.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { sendPushes } from '../../jobs/send-pushes.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'
import { isSignedBy, openPushService } from '../../push/test-push-service.ts'
import { writeMessage } from '../chat/chat-service.ts'
import { arrive, limit } from '../limits/test-limits.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import type { Decision } from '../withdraw/contradicted-payouts.ts'
import { decideWithdrawal } from '../withdraw/decide-withdrawal.ts'

const all = {
  deposit: true,
  withdrawal: true,
  chat: true,
  device: true,
  amounts: false,
  quietFrom: '',
  quietUntil: '',
}

describeOnOne('notifications', (open) => {
  let service: Awaited<ReturnType<typeof openPushService>>
  let server: TestServer
  beforeAll(async () => {
    service = await openPushService()
    server = await openTestServer(open, { PUSH_ORIGINS: service.origin })
    // A row may be leased from the database's time of its writing on. The test's clock stands still, at a time before that.
    server.clock.advance(MINUTE)
  })
  afterAll(() => service.close())

  const send = () => runJob(server.context, sendPushes)
  /** The next one is later also by the test's clock. */
  const deposit = (memberId: string, operationId = `test:${randomUUID()}`) =>
    transact(server.db, (tx) =>
      creditDeposit(tx, { memberId, amount: 123_450, operationId, channel: 'KBANK' }),
    ).finally(() => server.clock.advance(SECOND))

  async function subscribe(request: Client, locale: 'th' | 'la' | 'en' = 'en', browser = service.browser()) {
    const { status, body } = await request(subscribePush, { body: { ...browser.subscription, locale } })
    expect(status).toBe(200)
    return { ...browser, id: body.id }
  }
  async function subscribed(locale: 'th' | 'la' | 'en' = 'en') {
    const member = await server.newMember()
    return { member, browser: await subscribe(member.request, locale) }
  }

  /** A device that the member did not have, days after the registration. */
  async function logInElsewhere(member: TestMember) {
    const passwordHash = await server.context.passwords.hash('secret-1')
    const createdAt = later(server.clock.now(), -2 * DAY)
    const [{ username } = { username: '' }] = await server.db
      .update(members)
      .set({ passwordHash, createdAt })
      .where(eq(members.id, member.id))
      .returning({ username: members.username })
    const visitor = await server.client()
    expect((await visitor(login, { body: { username, password: 'secret-1' } })).status).toBe(200)
    server.clock.advance(SECOND)
  }

  test('a deposit is told once, encrypted, signed, without its amount and in the language of the device', async () => {
    const { member, browser } = await subscribed('th')
    const second = await subscribe(await server.client(member.id), 'la')
    const stranger = await subscribed()
    const operationId = `test:${randomUUID()}`
    await deposit(member.id, operationId)
    await deposit(member.id, operationId)
    // Two processes look at once, and one looks again.
    await Promise.all([send(), send()])
    await send()
    const [told] = browser.messages()
    expect(browser.messages()).toHaveLength(1)
    expect(told).toMatchObject({
      id: browser.id,
      lang: 'th',
      title: 'เงินเข้าแล้ว',
      body: 'ยอดฝากเข้ากระเป๋าเงินของคุณแล้ว',
      topic: 'deposit',
    })
    expect(second.messages()).toMatchObject([{ id: second.id, lang: 'lo', title: 'ເງິນເຂົ້າແລ້ວ' }])
    expect(stranger.browser.messages()).toEqual([])
    const [request] = browser.requests()
    expect(request?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: told?.tag,
    })
    expect(Number(request?.headers.ttl)).toBeGreaterThan(23 * 3600)
    expect(String(told?.tag)).toMatch(/^[\w-]{32}$/u)
    expect(request && isSignedBy(server.context.push?.publicKey ?? '', service.origin, request)).toBe(true)
    expect(JSON.stringify(told)).not.toContain('1,234')
  })

  test('a deposit that is rolled back is not told', async () => {
    const { member, browser } = await subscribed()
    await transact(server.db, async (tx) => {
      await creditDeposit(tx, {
        memberId: member.id,
        amount: 100,
        operationId: randomUUID(),
        channel: 'KBANK',
      })
      throw new Error('rolled back')
    }).catch(() => undefined)
    await send()
    expect(browser.messages()).toEqual([])
  })

  test('the amount is told where the member allows it; a kind that is off is not told', async () => {
    const { member, browser } = await subscribed()
    await member.request(savePushPreferences, { body: { ...all, amounts: true } })
    await deposit(member.id)
    await send()
    expect(browser.messages()).toMatchObject([{ body: '1,234.50 baht is in your wallet' }])
    await member.request(savePushPreferences, { body: { ...all, deposit: false } })
    await deposit(member.id)
    await send()
    expect(browser.messages()).toHaveLength(1)
    expect((await member.request(getPush)).body).toEqual({
      publicKey: server.context.push?.publicKey,
      subscription: browser.id,
      preferences: { ...all, deposit: false },
    })
  })

  test('two devices change two preferences, and neither takes the other’s back', async () => {
    const { member } = await subscribed()
    await member.request(savePushPreferences, { body: { ...all, amounts: true } })
    await Promise.all([
      member.request(savePushPreferences, { body: { amounts: false } }),
      member.request(savePushPreferences, { body: { chat: false } }),
      member.request(savePushPreferences, { body: {} }),
    ])
    expect((await member.request(getPush)).body.preferences).toEqual({ ...all, amounts: false, chat: false })
    const other = await server.newMember()
    await other.request(savePushPreferences, { body: { chat: false } })
    expect((await other.request(getPush)).body.preferences).toEqual({ ...all, chat: false })
  })

  test('a withdrawal’s end, an agent’s answer and a new device are told', async () => {
    const member = await server.newMember({ wallet: 200_000 })
    const browser = await subscribe(member.request)
    const ended = async (decision: Decision) => {
      await member.request(wallet.withdraw, { body: { amount: 500 } })
      const rows = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
      const id = rows.find((row) => row.status === 'pending')?.id ?? ''
      await server.decisionOf(id)
      await transact(server.db, (tx) => decideWithdrawal(server.context, tx, id, decision))
      server.clock.advance(2 * MINUTE)
    }
    await ended({ status: 'settled' })
    await ended({ status: 'refused', reason: 'closed' })
    const content = { type: 'text', content: { text: 'Hello' } }
    await writeMessage(
      server.db,
      { room: member.id, sender: 'agent', message: content as never },
      server.clock.now(),
    )
    await writeMessage(
      server.db,
      { room: member.id, sender: 'customer', message: content as never },
      server.clock.now(),
    )
    await logInElsewhere(member)
    await send()
    const told = browser.messages().map(({ title, topic }) => [title, topic])
    expect(told).toHaveLength(4)
    expect(new Map(told as [string, string][])).toEqual(
      new Map([
        ['Withdrawal paid', 'withdrawal-settled'],
        ['Withdrawal refused', 'withdrawal-refused'],
        ['You have an answer', 'chat'],
        ['A new device logged in', 'device'],
      ]),
    )
    const urgent = browser.requests().filter(({ headers }) => headers.urgency === 'high')
    expect(urgent).toHaveLength(1)
    // On a locked screen anybody reads it.
    for (const { title, body } of browser.messages()) expect(JSON.stringify([title, body])).not.toMatch(/\d/u)
  })

  test('money past the member’s own limit and a new bank account are told', async () => {
    const username = '0899000017'
    const member = await server.newMember({ username, bankAccountName: 'SOMCHAI JAIDEE' })
    const browser = await subscribe(member.request)
    await limit(member, 'deposit', 'day', 100)
    await arrive(member, 250)
    const otpToken = await grantProof(
      server.db,
      { phone: username, purpose: 'bank-account' },
      server.clock.now(),
    )
    const account = { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: '9990000017' }
    expect((await member.request(addBankAccount, { body: { ...account, otpToken } })).status).toBe(200)
    server.clock.advance(SECOND)
    await send()
    expect(new Set(browser.messages().map(({ topic }) => topic))).toEqual(
      new Set(['deposit', 'deposit-over-limit', 'bank-account']),
    )
  })

  test.each([
    [404, 'Not Found'],
    [410, 'Gone'],
  ])('a subscription that its service answers with %i is removed', async (status) => {
    const { member, browser } = await subscribed()
    browser.answers(() => ({ status }))
    await deposit(member.id)
    await send()
    expect((await member.request(getPush)).body.subscription).toBeNull()
    server.clock.advance(HOUR)
    await deposit(member.id)
    await send()
    expect(browser.requests()).toHaveLength(1)
  })

  test('a busy service is asked again when it says, a broken one after a pause that doubles, and neither for ever', async () => {
    const { member, browser } = await subscribed()
    browser.answers((times) =>
      times === 1 ? { status: 429, headers: { 'Retry-After': '600' } } : { status: 503 },
    )
    await deposit(member.id)
    const triedAfter = async (ms: number) => {
      server.clock.advance(ms)
      await send()
      return browser.requests().length
    }
    expect(await triedAfter(0)).toBe(1)
    expect(await triedAfter(9 * MINUTE)).toBe(1)
    expect(await triedAfter(MINUTE)).toBe(2)
    expect(await triedAfter(59 * SECOND)).toBe(2)
    expect(await triedAfter(SECOND)).toBe(3)
    expect(await triedAfter(119 * SECOND)).toBe(3)
    expect(await triedAfter(SECOND)).toBe(4)
    await server.db
      .update(pushMessages)
      .set({ createdAt: later(server.clock.now(), -DAY) })
      .where(eq(pushMessages.subscription, browser.id))
    expect(await triedAfter(4 * MINUTE)).toBe(4)
    expect(await server.db.$count(pushMessages, isNull(pushMessages.doneAt))).toBe(0)
  })

  test('a service that fails, names a time or cannot be reached is asked again', async () => {
    const { member, browser } = await subscribed()
    const inTenMinutes = later(server.clock.now(), 11 * MINUTE).toUTCString()
    const answers = [{ status: 500 }, { status: 429, headers: { 'Retry-After': inTenMinutes } }]
    browser.answers((times) => answers[times - 1] ?? { status: 201 })
    await deposit(member.id)
    const triedAfter = async (ms: number) => {
      server.clock.advance(ms)
      await send()
      return browser.requests().length
    }
    expect([await triedAfter(0), await triedAfter(30 * SECOND), await triedAfter(9 * MINUTE)]).toEqual([
      1, 2, 2,
    ])
    const own = eq(pushSubscriptions.id, browser.id)
    const moveTo = (endpoint: string) => server.db.update(pushSubscriptions).set({ endpoint }).where(own)
    await moveTo(`${service.origin.replace(/\d+$/u, '1')}/nobody`)
    expect(await triedAfter(2 * MINUTE)).toBe(2)
    await moveTo(browser.subscription.endpoint)
    expect(await triedAfter(5 * MINUTE)).toBe(3)
  })

  test('a service keeps a message for no longer than it is news', async () => {
    const { member, browser } = await subscribed()
    await deposit(member.id)
    await server.db
      .update(pushMessages)
      .set({ createdAt: later(server.clock.now(), -23 * HOUR) })
      .where(eq(pushMessages.subscription, browser.id))
    await send()
    expect(browser.requests().map(({ headers }) => headers['ttl'])).toEqual([String(HOUR / SECOND)])
  })

  test('a key that is none ends its subscription: nobody could ever read what is sent', async () => {
    const { request, id } = await server.newMember()
    const { endpoint, keys } = service.browser().subscription
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    expect(
      (await request(subscribePush, { body: { endpoint, keys: { ...keys, p256dh }, locale: 'th' } })).status,
    ).toBe(200)
    await deposit(id)
    await send()
    expect((await request(getPush)).body.subscription).toBeNull()
  })

  test('a service that wants to be left alone for longer than a message is news is not asked again meanwhile', async () => {
    const { member, browser } = await subscribed()
    const week = String((7 * DAY) / SECOND)
    browser.answers((times) =>
      times === 1 ? { status: 429, headers: { 'Retry-After': week } } : { status: 201 },
    )
    await deposit(member.id)
    await send()
    server.clock.advance(HOUR)
    await send()
    expect(browser.requests()).toHaveLength(1)
  })

  test('a redirect is not followed, and what is refused is not tried again', async () => {
    const { member, browser } = await subscribed()
    const other = service.browser()
    browser.answers(() => ({ status: 307, headers: { Location: other.subscription.endpoint } }))
    await deposit(member.id)
    await send()
    server.clock.advance(HOUR)
    await send()
    expect([browser.requests().length, other.requests().length]).toEqual([1, 0])
    expect(server.logged.join('\n')).toContain('"push-refused"')
    expect(server.logged.join('\n')).not.toContain(browser.subscription.endpoint)
  })

  test('in quiet hours only changes of the account are told; the rest follows when they are over', async () => {
    const { member, browser } = await subscribed()
    const inBangkok = (shift: number) =>
      new Date(server.clock.now().getTime() + 7 * HOUR + shift).toISOString().slice(11, 16)
    const quiet = { quietFrom: inBangkok(-HOUR), quietUntil: inBangkok(HOUR) }
    await member.request(savePushPreferences, { body: { ...all, ...quiet } })
    await deposit(member.id)
    for (const event of ['device', 'passkey', 'bank-account'] as const)
      await tellOfChange(server.db, {
        member: { id: member.id, username: '' },
        event,
        tag: event,
        text: undefined,
      })
    server.clock.advance(SECOND)
    await send()
    const topics = () => browser.messages().map(({ topic }) => topic)
    expect(topics().toSorted()).toEqual(['bank-account', 'device', 'passkey'])
    server.clock.advance(58 * MINUTE)
    await send()
    expect(topics()).toHaveLength(3)
    server.clock.advance(2 * MINUTE)
    await send()
    expect(topics().slice(3)).toEqual(['deposit'])
  })

  const endings: [string, (member: TestMember, other: Client) => Promise<unknown>][] = [
    ['a sign-out', (member) => member.request(logout)],
    ['a remote sign-out', (_, other) => other(endOtherSessions)],
    [
      'a password change',
      (_, other) => other(changePassword, { body: { oldPassword: 'secret-1', newPassword: 'new-secret-2' } }),
    ],
    ['switching it off', (member) => member.request(unsubscribePush)],
  ]
  test.each(endings)('%s ends the subscription, also of messages that wait', async (_, end) => {
    const { member, browser } = await subscribed()
    const passwordHash = await server.context.passwords.hash('secret-1')
    await server.db.update(members).set({ passwordHash }).where(eq(members.id, member.id))
    const other = await server.client(member.id)
    await deposit(member.id)
    expect(await end(member, other)).toMatchObject({ status: 200 })
    await deposit(member.id)
    await send()
    expect(browser.requests()).toEqual([])
    expect(await server.db.$count(pushSubscriptions, eq(pushSubscriptions.id, browser.id))).toBe(0)
  })

  test('an event of a newer release waits for a process that knows it', async () => {
    const { member, browser } = await subscribed()
    await server.db.execute(sql`alter table push_messages drop constraint push_messages_event`)
    await deposit(member.id)
    await server.db.execute(sql`update push_messages set event = 'newer' where subscription = ${browser.id}`)
    await send()
    expect(browser.requests()).toEqual([])
    await server.db.execute(sql`update push_messages set event = 'chat' where event = 'newer'`)
    await send()
    expect(browser.messages()).toHaveLength(1)
  })

  test('a sign-out while the message is sent neither fails nor sends again', async () => {
    const { member, browser } = await subscribed()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    browser.answers(async () => held.then(() => ({ status: 503 })))
    await deposit(member.id)
    const sending = send()
    await vi.waitFor(() => expect(browser.requests()).toHaveLength(1))
    expect((await member.request(logout)).status).toBe(200)
    release()
    await sending
    server.clock.advance(HOUR)
    await send()
    expect(browser.requests()).toHaveLength(1)
    const rows = await server.db.select().from(pushMessages).where(eq(pushMessages.subscription, browser.id))
    expect(rows.map(({ doneAt }) => doneAt !== null)).toEqual([true])
  })

  test('an outdated session is told nothing', async () => {
    const { member, browser } = await subscribed()
    await server.db
      .update(sessions)
      .set({ expiresAt: server.clock.now() })
      .where(eq(sessions.memberId, member.id))
    await deposit(member.id)
    await send()
    expect(browser.requests()).toEqual([])
  })

  test('a member whom the house has closed is told nothing, whatever was queued before', async () => {
    const { member, browser } = await subscribed()
    await deposit(member.id)
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, member.id))
    await send()
    expect(browser.requests()).toEqual([])
  })

  test('a browser belongs to the member who subscribed last; the same again keeps its id', async () => {
    const { member, browser } = await subscribed()
    expect((await subscribe(member.request, 'la', browser)).id).toBe(browser.id)
    await deposit(member.id)
    await send()
    expect(browser.messages()).toMatchObject([{ lang: 'lo' }])
    const next = await server.newMember()
    expect((await subscribe(next.request, 'en', browser)).id).not.toBe(browser.id)
    await deposit(member.id)
    await send()
    expect(browser.requests()).toHaveLength(1)
    expect((await member.request(getPush)).body.subscription).toBeNull()
  })

  test('an address that a subscription moves to is no longer another’s', async () => {
    const [one, other] = [await subscribed(), await subscribed()]
    const { auth } = one.browser.subscription.keys
    const body = { id: one.browser.id, auth, ...other.browser.subscription }
    expect((await (await server.client())(movePush, { body })).status).toBe(200)
    expect((await other.member.request(getPush)).body.subscription).toBeNull()
    await deposit(one.member.id)
    await deposit(other.member.id)
    await send()
    expect(other.browser.messages()).toMatchObject([{ id: one.browser.id }])
  })

  test('a browser that replaced its subscription is told at the new address, and nobody moves another’s', async () => {
    const { member, browser } = await subscribed()
    const visitor = await server.client()
    const next = service.browser()
    const moved = { id: browser.id, auth: browser.subscription.keys.auth, ...next.subscription }
    const evil = { ...moved, endpoint: 'https://127.0.0.1/abc' }
    expect((await visitor(movePush, { body: { ...moved, auth: next.subscription.keys.auth } })).status).toBe(
      404,
    )
    expect((await visitor(movePush, { body: { ...moved, id: randomUUID() } })).status).toBe(404)
    expect((await visitor(movePush, { body: evil })).status).toBe(404)
    expect((await visitor(movePush, { body: moved })).status).toBe(200)
    await deposit(member.id)
    await send()
    expect(browser.requests()).toEqual([])
    expect(next.messages()).toMatchObject([{ id: browser.id, topic: 'deposit' }])
    expect((await member.request(getPush)).body.subscription).toBe(browser.id)
    // The former secret is worth nothing any more.
    expect((await visitor(movePush, { body: moved })).status).toBe(404)
    await member.request(logout)
    const again = { ...moved, auth: next.subscription.keys.auth }
    expect((await visitor(movePush, { body: again })).status).toBe(404)
  })

  test('ten devices of a member are told, the latest ones', async () => {
    const member = await server.newMember()
    const browsers = []
    for (let n = 0; n < 11; n += 1) {
      browsers.push(await subscribe(await server.client(member.id)))
      server.clock.advance(SECOND)
    }
    await deposit(member.id)
    await send()
    expect(browsers.map((one) => one.messages().length)).toEqual([0, ...Array.from({ length: 10 }, () => 1)])
  })

  test('of eleven devices that subscribe at one moment the last one is among the ten', async () => {
    const member = await server.newMember()
    const browsers = []
    for (let n = 0; n < 11; n += 1) browsers.push(await subscribe(await server.client(member.id)))
    await deposit(member.id)
    await send()
    const told = browsers.filter((one) => one.messages().length === 1)
    expect([told.length, told.at(-1)]).toEqual([10, browsers.at(-1)])
  })

  test('the server sends to known push services alone', async () => {
    const { request } = await server.newMember()
    const { keys } = service.browser().subscription
    const status = async (endpoint: string) =>
      (await request(subscribePush, { body: { endpoint, keys, locale: 'th' } })).status
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-sg2p.notify.windows.com/w/?token=abc',
    ]) {
      expect(await status(endpoint), endpoint).toBe(200)
    }
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/abc',
      'https://user:pw@fcm.googleapis.com/abc',
      'https://fcm.googleapis.com.evil.example/abc',
      'https://evilfcm.googleapis.com/abc',
      'https://push.apple.com.evil.example/abc',
      'https://evilpush.apple.com/abc',
      'https://127.0.0.1/abc',
      'https://[::1]/abc',
      'https://169.254.169.254/latest/meta-data',
      'http://localhost:1/',
      'file:///etc/passwd',
    ]) {
      expect(await status(endpoint), endpoint).not.toBe(200)
    }
  })

  test('a server without keys neither announces notifications nor takes a subscription', async () => {
    const { request } = await server.newMember()
    expect((await request(getPush)).headers.get('x-api-extensions')?.split(', ')).toContain('push')
    const bare = clientOf(createApp({ ...server.context, push: undefined }), request.token)
    const { status, headers } = await bare(getPush)
    expect(status).toBe(404)
    expect(headers.get('x-api-extensions')?.split(', ')).not.toContain('push')
    const body = { ...service.browser().subscription, locale: 'th' as const }
    expect((await bare(subscribePush, { body })).status).toBe(404)
  })
})
