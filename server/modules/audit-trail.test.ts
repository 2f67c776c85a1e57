import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { changePassword, createAccount, updateProfile } from '#api/contract/account.ts'
import { login, logout } from '#api/contract/login.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { withdraw } from '#api/contract/wallet.ts'
import { HOUR } from '../clock.ts'
import { rateLimits } from '../database/schema/access.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { members } from '../database/schema/members.ts'
import { settings } from '../database/schema/site.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnOne } from '../database/test-database.ts'
import { clientOf } from '../http/test-app.ts'
import { provePhone } from './otp/test-otp.ts'
import { type TestServer, openTestServer } from './test-server.ts'

const password = 'ลูกแมว 1234'
const browser = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/126' }

const trailIn = ({ db }: TestServer, memberId: string) =>
  db.select().from(auditEvents).where(eq(auditEvents.memberId, memberId)).orderBy(asc(auditEvents.id))

describeOnOne('the audit trail of', (open) => {
  let server: TestServer
  let passwordHash: string

  beforeAll(async () => {
    server = await openTestServer(open, { TRUST_PROXY: 'on' })
    passwordHash = await server.context.passwords.hash(password)
  })

  async function newMember() {
    const made = await server.newMember({ passwordHash })
    const [row] = await server.db.select().from(members).where(eq(members.id, made.id))
    return { ...made, phone: row?.username ?? '', row }
  }
  const trailOf = (memberId: string) =>
    server.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.memberId, memberId))
      .orderBy(asc(auditEvents.id))
  const logInFrom = async (phone: string, typed = password, address = '203.0.113.7', cookie = '') =>
    (await server.client())(login, {
      body: { username: phone, password: typed },
      headers: { 'X-Forwarded-For': address, ...browser, ...(cookie && { Cookie: cookie }) },
    })

  test('sign-ins has address and device, known or new', async () => {
    const { id, phone } = await newMember()
    await logInFrom(phone, 'wrong')
    const first = await logInFrom(phone)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const second = await logInFrom(phone, password, '203.0.113.8', cookie)
    await clientOf(server.app, second.body.token)(logout)
    const device = /^device=([\w-]{22})\./u.exec(cookie)?.[1]
    const here = { address: '203.0.113.7', userAgent: browser['User-Agent'], createdAt: server.clock.now() }
    expect(await trailOf(id)).toMatchObject([
      { kind: 'sign-in-failed', actor: 'stranger', ...here, after: { reason: 'wrong', times: 1 } },
      { kind: 'signed-in', actor: 'member', ...here, device, after: { newDevice: true } },
      { kind: 'signed-in', actor: 'member', device, address: '203.0.113.8', after: { newDevice: false } },
      { kind: 'signed-out', actor: 'member' },
    ])
  })

  test('many failures has their number in few rows', async () => {
    const { id, phone } = await newMember()
    for (let tries = 0; tries < 101; tries += 1) await logInFrom(phone, 'wrong')
    const timesOf = async () => (await trailOf(id)).map(({ after }) => (after as { times: number }).times)
    expect(await timesOf()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100])
    server.clock.advance(HOUR)
    await logInFrom(phone, 'wrong')
    expect((await timesOf()).at(-1)).toBe(1)
  })

  test('unknown phones has a limited number of rows an hour, without affecting members’ rows', async () => {
    server.clock.advance(HOUR)
    const strangers = () => server.db.select().from(auditEvents).where(eq(auditEvents.kind, 'sign-in-failed'))
    await logInFrom('0899999001', 'wrong', '198.51.100.1')
    const already = (await strangers()).length
    await server.db.update(rateLimits).set({ count: 50_000 }).where(eq(rateLimits.key, 'trail:strangers'))
    await logInFrom('0899999002', 'wrong', '198.51.100.2')
    expect((await strangers()).length).toBe(already)
    const { id, phone } = await newMember()
    await logInFrom(phone, 'wrong', '198.51.100.3')
    expect(await trailOf(id)).toHaveLength(1)
  })

  test('a bank account has the old and new account, refusals too, and no code', async () => {
    const { id, phone, request, row } = await newMember()
    const otpToken = await provePhone(server.db, request, phone)
    const account = { bankCode: 'SCB', bankAccountName: 'มาลี', bankAccountNo: '7771234567' }
    const body = { name: 'มาลี', ...account }
    await request(updateProfile, { body: { ...body, otpToken: 'A'.repeat(43) } })
    expect(await trailOf(id)).toMatchObject([
      { kind: 'bank-account-refused', after: { ...account, times: 1 } },
    ])
    expect((await request(updateProfile, { body: { ...body, otpToken } })).status).toBe(200)
    // A repeat changes nothing, so there is no event.
    expect((await request(updateProfile, { body })).status).toBe(200)
    const trail = await trailOf(id)
    const { bankCode, bankAccountName, bankAccountNo } = row ?? {}
    expect(trail.slice(1)).toMatchObject([
      { kind: 'name-changed', before: { name: 'Somchai' }, after: { name: 'มาลี' } },
      { kind: 'bank-account-changed', before: { bankCode, bankAccountName, bankAccountNo }, after: account },
    ])
    expect(trail.every(({ actor }) => actor === 'member')).toBe(true)
    expect(JSON.stringify(trail)).not.toContain(otpToken)
  })

  test('a password has neither the old nor the new one', async () => {
    const { id, request } = await newMember()
    await request(changePassword, { body: { oldPassword: 'guessed', newPassword: 'another 5678' } })
    await request(changePassword, { body: { oldPassword: password, newPassword: 'another 5678' } })
    const trail = await trailOf(id)
    expect(trail).toMatchObject([
      { kind: 'password-refused', after: { times: 1 } },
      { kind: 'password-changed', before: null, after: null },
    ])
    for (const secret of [password, 'another 5678', 'guessed', 'scrypt'])
      expect(JSON.stringify(trail)).not.toContain(secret)
  })

  test('a rolled-back change has no event', async () => {
    const { id, request } = await newMember()
    const body = { oldPassword: password, newPassword: password }
    expect((await request(changePassword, { body })).status).toBe(400)
    expect(await trailOf(id)).toEqual([])
  })

  test('guessed codes is visible to the member who owns the phone', async () => {
    const { id, phone, request } = await newMember()
    const { otpToken } = (await request(sendOtp, { body: { phoneNumber: phone } })).body
    for (let tries = 0; tries < 6; tries += 1)
      await request(verifyOtp, { body: { otpToken, otpCode: '00000x' } })
    expect(await trailOf(id)).toMatchObject([
      { kind: 'code-blocked', actor: 'stranger', after: { purpose: 'bank-account', times: 1 } },
    ])
  })

  test('a registration has the bank account', async () => {
    await server.db.insert(settings).values({ key: 'registerOTP', value: false })
    const account = { bankCode: 'SCB', bankAccountName: 'ดวงใจ', bankAccountNo: '7770001112' }
    const body = { name: 'ดวงใจ', username: '0866660001', password, ...account }
    expect((await (await server.client())(createAccount, { body })).status).toBe(200)
    const [made] = await server.db.select().from(members).where(eq(members.username, '0866660001'))
    const trail = await trailOf(made?.id ?? '')
    expect(trail).toMatchObject([{ kind: 'registered', actor: 'member', before: null, after: account }])
    expect(JSON.stringify(trail)).not.toContain(password)
  })
})

describeOnOne('the audit trail of the console, of', (open) => {
  let server: TestServer

  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const trailOf = (memberId: string) => trailIn(server, memberId)
  async function consoleMember() {
    const made = await server.newMember({ wallet: 100_000 })
    const [row] = await server.db.select().from(members).where(eq(members.id, made.id))
    return { ...made, phone: row?.username ?? '' }
  }

  test('operators, has every decision with its member, once', async () => {
    const { id, phone, request } = await consoleMember()
    for (const amount of [100, 200]) await request(withdraw, { body: { amount } })
    const rows = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, id))
    const idOf = (amount: number) => rows.find((row) => row.amount === amount)?.id ?? ''
    for (const path of ['settle', 'refuse', 'settle']) {
      const which = idOf(path === 'settle' ? 10_000 : 20_000)
      await server.submitForm(`/withdrawals/${path}`, await server.decisionOf(which), browser)
    }
    await request(createQr, { params: { code: 'KBANK' }, body: { amount: 50 } })
    await server.submitForm('/transfers', { phone, amount: '15.5' })
    const from = { actor: 'operator', address: 'unknown', userAgent: browser['User-Agent'] }
    expect(await trailOf(id)).toMatchObject([
      {
        kind: 'withdrawal-decided',
        subject: idOf(10_000),
        after: { status: 'settled', amount: 10_000 },
        ...from,
      },
      {
        kind: 'withdrawal-decided',
        subject: idOf(20_000),
        after: { status: 'refused', amount: 20_000, by: 'bank' },
        ...from,
      },
      { kind: 'transfer-reported', actor: 'operator', after: { outcome: 'credited', amount: 1550 } },
    ])
  })

  test('settings, has old and new values of those that changed', async () => {
    const told = () =>
      server.db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.kind, 'setting-changed'))
        .orderBy(asc(auditEvents.id))
    for (const conditions of ['<p>One</p>', '<p>Two</p>', '<p>Two</p>'])
      await server.saveTexts({ conditions })
    expect((await told()).slice(-2)).toMatchObject([
      { subject: 'conditions', after: { th: '<p>One</p>' } },
      { subject: 'conditions', before: { th: '<p>One</p>' }, after: { th: '<p>Two</p>' }, actor: 'operator' },
    ])
    expect(await told()).toHaveLength(2)
    await server.saveTexts({ agreements: 'a\n---\nb' })
    await server.saveTexts({ agreements: 'a\n---\nc' })
    expect((await told()).at(-1)).toMatchObject({
      subject: 'agreements',
      before: [{ th: 'a' }, { th: 'b' }],
      after: [{ th: 'a' }, { th: 'c' }],
    })
  })
})
