import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { changePassword, updateProfile } from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import { login } from '#api/contract/login.ts'
import { listActivity } from '#api/contract/activity.ts'
import { record } from '../../auth/audit-trail.ts'
import { DAY } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { clientOf } from '../../http/test-app.ts'
import { provePhone } from '../otp/test-otp.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'

const password = 'ลูกแมว 1234'
const first = { params: {} }
const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 13; SM-A146P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

describeOnOne('a member’s security activity', (open) => {
  let server: TestServer
  let passwordHash: string

  beforeAll(async () => {
    server = await openTestServer(open, { TRUST_PROXY: 'on' })
    passwordHash = await server.context.passwords.hash(password)
  })

  async function newMember() {
    const made = await server.newMember({ passwordHash, wallet: 50_000 })
    const [row] = await server.db.select().from(members).where(eq(members.id, made.id))
    return { ...made, phone: row?.username ?? '' }
  }
  const logIn = async (phone: string, typed: string) =>
    (await server.client())(login, {
      body: { username: phone, password: typed },
      headers: { 'X-Forwarded-For': '49.228.10.20', 'User-Agent': phoneBrowser },
    })

  test('is listed newest first, with readable devices, masked numbers and no secrets', async () => {
    const { phone, request } = await newMember()
    await logIn(phone, 'wrong')
    const { body } = await logIn(phone, password)
    const account = { bankCode: 'SCB', bankAccountName: 'มาลี', bankAccountNo: '7774567812' }
    const otpToken = await provePhone(server.db, request, phone)
    await request(updateProfile, { body: { name: 'Somchai', ...account, otpToken } })
    await request(changePassword, { body: { oldPassword: password, newPassword: 'another 56789' } })
    const answered = (await request(listActivity, first)).body
    const place = { browser: 'Chrome', system: 'Android', place: '49.228.x.x' }
    expect(answered.events).toMatchObject([
      { kind: 'password-changed' },
      { kind: 'bank-account-changed', accountEnding: '7812' },
      { kind: 'signed-in', isNewDevice: true, ...place },
      { kind: 'sign-in-failed', times: 1, ...place },
    ])
    expect(answered.cursor ?? undefined).toBeUndefined()
    const told = JSON.stringify(answered)
    for (const secret of [account.bankAccountNo, password, otpToken, body.token, '49.228.10.20', 'SM-A146P'])
      expect(told).not.toContain(secret)
  })

  test('is not buried under names: one changes ten times a day', async () => {
    const { phone, request } = await newMember()
    await logIn(phone, password)
    const { profile } = (await request(getProfile)).body
    const { bankCode, bankAccountName, bankAccountNo } = profile
    const change = (name: string) =>
      request(updateProfile, { body: { bankCode, bankAccountName, bankAccountNo, name } })
    for (const name of 'abcdefghij') expect((await change(name)).status).toBe(200)
    expect(await change('k')).toMatchObject(refused('REQUEST_LIMIT', 429))
    // What changes nothing counts nothing, and is not refused.
    expect((await change('j')).status).toBe(200)
    const kinds = (await request(listActivity, first)).body.events.map(({ kind }) => kind)
    expect(kinds).toEqual([...Array.from({ length: 10 }, () => 'name-changed'), 'signed-in'])
    server.clock.advance(DAY)
    expect((await change('k')).status).toBe(200)
  })

  test('is paged by cursor, each row once, while new ones arrive', async () => {
    const { id, request } = await newMember()
    const add = (name: string) =>
      record(server.db, {
        kind: 'name-changed',
        at: server.clock.now(),
        actor: 'member',
        memberId: id,
        before: { name: '' },
        after: { name },
      })
    for (let count = 0; count < 45; count += 1) await add(String(count))
    const ids: string[] = []
    let before: string | null | undefined
    do {
      const { body } = await request(listActivity, { params: before ? { before } : {} })
      ids.push(...body.events.map((event) => event.id))
      before = body.cursor
      await add('later')
    } while (before)
    expect(ids).toHaveLength(45)
    expect(ids.map(Number)).toEqual([...ids].map(Number).toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(45)
  })

  test('is visible only to its member, for any cursor', async () => {
    const [victim, other] = [await newMember(), await newMember()]
    await logIn(victim.phone, password)
    const [event] = (await victim.request(listActivity, first)).body.events
    const above = String(Number(event?.id) + 1)
    expect((await other.request(listActivity, first)).body.events).toEqual([])
    expect((await other.request(listActivity, { params: { before: above } })).body.events).toEqual([])
    expect((await victim.request(listActivity, { params: { before: above } })).body.events).toHaveLength(1)
    const stranger = await server.client()
    expect(await stranger(listActivity, first)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(await clientOf(server.app, 'A'.repeat(43))(listActivity, first)).toMatchObject({ status: 401 })
  })

  test.each(['0x10', '-1', 'x', '9'.repeat(16), "1' or 1=1"])('cursor %j is invalid', async (before) => {
    const { request } = await newMember()
    expect(await request(listActivity, { params: { before } })).toMatchObject(refused('KEY_INVALID'))
  })

  test('contains no events of operators or the system', async () => {
    const { id, request } = await newMember()
    const event = { at: server.clock.now(), memberId: id } as const
    await record(server.db, { ...event, kind: 'spin-aimed', actor: 'operator', after: { slice: 'A' } })
    await record(server.db, { ...event, kind: 'slip-decided', actor: 'system', after: { status: 'FAILED' } })
    expect((await request(listActivity, first)).body.events).toEqual([])
  })
})
