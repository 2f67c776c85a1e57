import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { changePassword } from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import { login, logout } from '#api/contract/login.ts'
import { endOtherSessions, endSession, listSessions } from '#api/contract/session.ts'
import { openSession, revokeSessions } from '../../auth/sessions.ts'
import { DAY, HOUR, later, MINUTE } from '../../clock.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { members, sessions } from '../../database/schema/members.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { clientOf, openTestApp, type TestApp } from '../../http/test-app.ts'
import { hashOf } from '../../auth/tokens.ts'
import { deliverSms } from '../../push/test-sms.ts'

const password = 'ลูกแมว 1234'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const refused = (message: string, status = 400) => ({ status, body: { message } })
const nothing = refused('NO_DATA', 404)

describeOnOne('the list of sessions', (open) => {
  let t: TestApp
  let passwordHash: string

  beforeAll(async () => {
    t = await openTestApp(open, { settings: { TRUST_PROXY: 'on' } })
    passwordHash = await t.context.passwords.hash(password)
  })

  interface From {
    userAgent?: string
    address?: string
    locale?: string
    deviceCookie?: string
  }

  async function newMember(values: Partial<typeof members.$inferInsert> = {}) {
    const createdAt = later(t.clock.now(), -DAY)
    const id = await addMember(t.db, { passwordHash, createdAt, ...values })
    const [member] = await t.db.select().from(members).where(eq(members.id, id))
    const username = member?.username ?? ''
    const logIn = async (from: From = {}, given = password) => {
      const { userAgent = android, address = '49.228.17.201', locale = 'TH', deviceCookie } = from
      const cookie = [`locale=${locale}`, deviceCookie && `device=${deviceCookie}`].filter(Boolean).join('; ')
      const { status, body, headers } = await (
        await t.client()
      )(login, {
        body: { username, password: given },
        headers: { 'user-agent': userAgent, 'x-forwarded-for': address, cookie },
      })
      const kept = headers.get('set-cookie') ?? undefined
      return {
        status,
        request: clientOf(t.app, body.token),
        deviceCookie: /device=([^;]+)/u.exec(kept ?? '')?.[1],
      }
    }
    const told = async () => {
      await deliverSms(t)
      const mine = eq(smsMessages.phone, username)
      const rows = await t.db.select().from(smsMessages).where(mine).orderBy(desc(smsMessages.id))
      return rows.map(({ text }) => text)
    }
    return { id, username, logIn, told }
  }
  const idOf = async (token: string) => {
    const [row] = await t.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashOf(token)))
    return row?.id ?? ''
  }

  test('lists each device, this one first, without anything that gives access', async () => {
    const { id, logIn } = await newMember()
    const tablet = await logIn({ userAgent: iphone, address: '2001:db8:1:2::9' })
    t.clock.advance(HOUR)
    const odd = await logIn({ userAgent: 'Visit https://evil.example', address: 'nonsense' })
    t.clock.advance(HOUR)
    await tablet.request(getProfile, {
      headers: { 'user-agent': iphone, 'x-forwarded-for': '2001:db8:3:4::9' },
    })
    const phone = await logIn()
    const { status, headers, body } = await phone.request(listSessions)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      total: 3,
      sessions: [
        { browser: 'Chrome', system: 'Android', place: '49.228.x.x', isCurrent: true },
        { browser: 'Safari', system: 'iPhone', place: '2001:db8:x:x', isCurrent: false },
        { browser: '', system: '', place: '', isCurrent: false },
      ],
    })
    expect(body.sessions.map(({ isNewDevice }) => isNewDevice)).toEqual([true, true, true])
    const told = JSON.stringify(body)
    for (const { request } of [phone, tablet, odd]) {
      expect(told).not.toContain(request.token)
      expect(told).not.toContain(hashOf(request.token))
    }
    // The id is not a token.
    const [shown] = body.sessions
    expect(await clientOf(t.app, shown?.id ?? '')(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    const [{ isCurrent, system } = {}] = (await tablet.request(listSessions)).body.sessions
    expect([isCurrent, system]).toEqual([true, 'iPhone'])
    expect(await t.db.$count(sessions, eq(sessions.memberId, id))).toBe(3)
  })

  test('leaves out ended sessions, and is limited in length', async () => {
    const { id, logIn } = await newMember()
    const now = t.clock.now()
    const outdated = await openSession(t.db, id, later(now, -31 * DAY))
    const worn = await openSession(t.db, id, later(now, -90 * DAY))
    await t.db
      .update(sessions)
      .set({ expiresAt: later(now, DAY) })
      .where(eq(sessions.tokenHash, hashOf(worn)))
    const { request } = await logIn()
    expect((await request(listSessions)).body.sessions).toHaveLength(1)
    expect(outdated).not.toBe('')
    t.clock.advance(MINUTE)
    for (let n = 0; n < 54; n += 1) await openSession(t.db, id, t.clock.now())
    const { body } = await request(listSessions)
    expect([body.sessions.length, body.total]).toEqual([50, 55])
    expect(body.sessions.findIndex(({ isCurrent }) => isCurrent)).toBe(0)
  })

  test('signing out one session invalidates its token and closes its chat connection; the others stay', async () => {
    const { logIn } = await newMember()
    const [here, there, third] = [await logIn(), await logIn(), await logIn()]
    const id = await idOf(there.request.token)
    const key = randomUUID()
    expect(await here.request(endSession, { params: { id }, key })).toMatchObject({ status: 200 })
    expect(await there.request(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    for (const { request } of [here, third]) expect((await request(getProfile)).status).toBe(200)
    expect(t.hungUp).toContain(hashOf(there.request.token))
    for (const { request } of [here, third]) expect(t.hungUp).not.toContain(hashOf(request.token))
    // A repeat of the same operation gets its reply; a new one finds nothing.
    expect(await here.request(endSession, { params: { id }, key })).toMatchObject({ status: 200 })
    expect(await here.request(endSession, { params: { id } })).toMatchObject(nothing)
  })

  test('all other sessions of the member can be signed out at once', async () => {
    const { logIn } = await newMember()
    const stranger = await (await newMember()).logIn()
    const [here, ...others] = [await logIn(), await logIn(), await logIn()]
    expect((await here.request(endOtherSessions)).status).toBe(200)
    for (const { request } of others)
      expect(await request(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    for (const { request } of [here, stranger]) expect((await request(getProfile)).status).toBe(200)
    for (const { request } of others) expect(t.hungUp).toContain(hashOf(request.token))
    expect((await here.request(listSessions)).body).toMatchObject({ total: 1 })
    expect((await here.request(endOtherSessions)).status).toBe(200)
  })

  test('another member’s session can be neither seen nor ended, by any id', async () => {
    const victim = await (await newMember()).logIn()
    const { request, ...thief } = await (await newMember()).logIn()
    expect(thief.status).toBe(200)
    const id = await idOf(victim.request.token)
    expect(JSON.stringify((await request(listSessions)).body)).not.toContain(id)
    const tokenHash = hashOf(victim.request.token)
    for (const given of [
      id,
      id.toUpperCase(),
      tokenHash,
      victim.request.token,
      randomUUID(),
      'me',
      '%',
      '0',
      '*',
    ]) {
      expect(await request(endSession, { params: { id: given } }), given).toMatchObject(nothing)
    }
    await request(endOtherSessions)
    await request(logout)
    expect((await victim.request(getProfile)).status).toBe(200)
    expect(t.hungUp).not.toContain(tokenHash)
    const visitor = await t.client()
    for (const answer of [
      await visitor(listSessions),
      await visitor(endSession, { params: { id } }),
      await visitor(endOtherSessions),
    ]) {
      expect(answer).toMatchObject(refused('UNAUTHORIZED', 401))
    }
    expect((await victim.request(getProfile)).status).toBe(200)
  })

  test('one function ends all sessions of a member, for use by the server', async () => {
    const { id, logIn } = await newMember()
    const [here, there] = [await logIn(), await logIn()]
    const stranger = await (await newMember()).logIn()
    const then: (() => void)[] = []
    const doing = { app: t.context, db: t.db, afterCommit: (hook: () => void) => then.push(hook) }
    expect(await revokeSessions(doing, id)).toBe(2)
    expect(t.hungUp).not.toContain(hashOf(here.request.token))
    for (const hook of then) hook()
    for (const { request } of [here, there]) {
      expect(await request(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
      expect(t.hungUp).toContain(hashOf(request.token))
    }
    expect((await stranger.request(getProfile)).status).toBe(200)
    expect(await revokeSessions(doing, id)).toBe(0)
  })

  test('a sign-in overtaken by a change of password fails', async () => {
    const { id, logIn } = await newMember()
    const { matches } = t.context.passwords
    const overtaken = vi.spyOn(t.context.passwords, 'matches').mockImplementationOnce(async (...given) => {
      const right = await matches(...given)
      await t.db.update(members).set({ passwordHash: 'another' }).where(eq(members.id, id))
      return right
    })
    expect((await logIn()).status).toBe(400)
    overtaken.mockRestore()
    expect(await t.db.$count(sessions, eq(sessions.memberId, id))).toBe(0)
  })

  test('the announcement names it', async () => {
    const { headers } = await t.app.request('/api/lookup/active')
    expect(headers.get('x-api-extensions')?.split(', ')).toContain('sessions')
  })

  test('a sign-in on a new device is announced by SMS, in the language of the member’s other devices', async () => {
    const { logIn, told } = await newMember()
    const first = await logIn({ locale: 'LA' })
    expect(await told()).toHaveLength(1)
    // An attacker's own language does not matter.
    await logIn({ locale: 'EN', userAgent: iphone, address: '203.0.113.9' })
    expect(await told()).toHaveLength(2)
    const [newest = ''] = await told()
    expect(newest).toMatch(/ອຸປະກອນໃໝ່ \(Safari, iPhone, 203\.0\.x\.x, \d\d\/\d\d\/\d{4} \d\d:\d\d ໂມງ\)/u)
    expect(newest).not.toContain('http')
    // A known device is not announced.
    const again = await logIn({ deviceCookie: first.deviceCookie, userAgent: iphone })
    const [{ isNewDevice } = {}] = (await again.request(listSessions)).body.sessions
    expect(isNewDevice).toBe(false)
    expect(await told()).toHaveLength(2)
  })

  test.each([
    ['TH', 'มีการเข้าสู่ระบบบัญชีของคุณจากอุปกรณ์ใหม่'],
    ['LA', 'ມີການເຂົ້າສູ່ລະບົບບັນຊີຂອງທ່ານຈາກອຸປະກອນໃໝ່'],
    ['EN', 'A new device logged in to your account (unknown device, 49.228.x.x'],
  ])('%s: without another session it is the language of the sign-in', async (locale, words) => {
    const { logIn, told } = await newMember()
    await logIn({ locale, userAgent: 'curl/8' })
    expect((await told())[0]).toContain(words)
  })

  test('of a user agent only the beginning is read', async () => {
    const { logIn, told } = await newMember()
    await logIn({ locale: 'EN', userAgent: `${'x'.repeat(300)} ${iphone}` })
    expect((await told())[0]).toContain('(unknown device, ')
  })

  test('the sign-in after a registration is not announced; the next new device is', async () => {
    const { logIn, told } = await newMember({ createdAt: t.clock.now() })
    const first = await logIn()
    expect((await first.request(listSessions)).body.sessions).toMatchObject([{ isNewDevice: false }])
    expect(await told()).toEqual([])
    const second = await logIn({ userAgent: iphone })
    expect((await second.request(listSessions)).body.sessions).toMatchObject([
      { isNewDevice: true },
      { isNewDevice: false },
    ])
    expect(await told()).toHaveLength(1)
  })

  test('the next one is announced too where the first was signed out', async () => {
    const { logIn, told } = await newMember({ createdAt: t.clock.now() })
    const { request } = await logIn()
    expect((await request(logout)).status).toBe(200)
    await logIn({ userAgent: iphone })
    expect(await told()).toHaveLength(1)
  })

  test('the device on which the password was changed is a known one', async () => {
    const { logIn, told } = await newMember()
    const { request, deviceCookie } = await logIn()
    expect(await told()).toHaveLength(1)
    t.clock.advance(MINUTE)
    const changed = await request(changePassword, {
      body: { oldPassword: password, newPassword: 'เรือใบ 98765 ลำ' },
      headers: { cookie: `device=${deviceCookie}` },
    })
    const kept = /device=([^;]+)/u.exec(changed.headers.get('set-cookie') ?? '')?.[1]
    const again = await logIn({ deviceCookie: kept }, 'เรือใบ 98765 ลำ')
    const [{ isNewDevice } = {}] = (await again.request(listSessions)).body.sessions
    expect(isNewDevice).toBe(false)
    const [latest, ...earlier] = await told()
    expect(latest).toMatch(/^เปลี่ยนรหัสผ่านเมื่อ/u)
    expect(earlier).toHaveLength(1)
  })

  test('at most five new devices a day are announced', async () => {
    const { logIn, told } = await newMember()
    for (let n = 0; n < 7; n += 1) await logIn()
    expect(await told()).toHaveLength(5)
    t.clock.advance(DAY)
    await logIn()
    expect(await told()).toHaveLength(6)
  })
})
