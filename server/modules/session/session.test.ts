import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { changePassword, getProfile } from '#api/contract/account.ts'
import { login, logout, logoutLater } from '#api/contract/login.ts'
import { DAY, later, MINUTE } from '../../clock.ts'
import { members, sessions } from '../../database/schema/members.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { clientOf, openTestApp, type TestApp } from '../../http/test-app.ts'
import { hashOf } from '../../auth/tokens.ts'
import { createPasswords } from '../../auth/passwords.ts'
import { tooManyPasswords } from '../../http/api-error.ts'
import { sweepSessions } from '../../auth/sessions.ts'

const password = 'ลูกแมว 1234'
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const refused = (message: string, status = 400) => ({ status, body: { message } })

describeOnOne('sessions', (open) => {
  let t: TestApp
  let passwordHash: string

  beforeAll(async () => {
    t = await openTestApp(open, { settings: { TRUST_PROXY: 'on' } })
    passwordHash = await t.context.passwords.hash(password)
  })

  async function newMember(values = {}) {
    const id = await addMember(t.db, { passwordHash, ...values })
    const [member] = await t.db.select().from(members).where(eq(members.id, id))
    const username = member?.username ?? ''
    const request = await t.client()
    return {
      id,
      username,
      logIn: (given = password, from = username) =>
        request(login, { body: { username: from, password: given } }),
    }
  }
  const as = (token: string) => clientOf(t.app, token)

  test('logging in returns a token, which is stored only as a hash', async () => {
    const { id, username, logIn } = await newMember()
    const { status, body, headers } = await logIn()
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(body.token, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect((await as(body.token)(getProfile)).body).toMatchObject({ profile: { _id: id } })
    const stored = await t.db.select().from(sessions).where(eq(sessions.memberId, id))
    expect(JSON.stringify(stored)).not.toContain(body.token)
    const log = t.logged.join('\n')
    for (const secret of [body.token, username, password]) expect(log).not.toContain(secret)
  })

  test('the phone may be typed in any usual format', async () => {
    const { username, logIn } = await newMember()
    const international = `+66 ${username.slice(1, 3)}-${username.slice(3, 6)} ${username.slice(6)}`
    expect((await logIn(password, international)).status).toBe(200)
  })

  test('equivalent Unicode spellings are the same password', async () => {
    const { logIn } = await newMember({ passwordHash: await t.context.passwords.hash('caf\u00e9') })
    expect((await logIn('cafe\u0301')).status).toBe(200)
  })

  test('an unknown phone and a wrong password get the same reply', async () => {
    const { logIn } = await newMember()
    expect(await logIn('wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await logIn(password, '0999999999')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await logIn(password, 'no phone')).toMatchObject(refused('WRONG_CREDENTIAL'))
  })

  test('an inactive member learns so only with the right password', async () => {
    const { logIn } = await newMember({ status: 'inactive' })
    expect(await logIn('wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await logIn()).toMatchObject(refused('INACTIVE_USER'))
  })

  describe('guesses', () => {
    let addresses = 0
    const newAddress = () => `10.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
    const attempt = async (
      username: string,
      given: string,
      { from = newAddress(), deviceCookie = '' } = {},
    ) => {
      const headers = { 'x-forwarded-for': from, ...(deviceCookie && { cookie: `device=${deviceCookie}` }) }
      const before = t.clock.waited.length
      const answer = await (await t.client())(login, { body: { username, password: given }, headers })
      const [cookie] = answer.headers.getSetCookie()
      return {
        said: answer.body.message ?? 'in',
        waited: t.clock.waited.slice(before).reduce((sum, ms) => sum + ms, 0),
        cookie,
        deviceCookie: /^device=([^;]+)/u.exec(cookie ?? '')?.[1],
      }
    }

    test('wait longer and longer, simultaneous ones too; other addresses are not delayed', async () => {
      const { username } = await newMember()
      const from = newAddress()
      const wrong = []
      for (let n = 0; n < 8; n += 1) wrong.push(await attempt(username, 'wrong', { from }))
      expect(wrong.map(({ said }) => said)).toEqual(Array.from({ length: 8 }, () => 'WRONG_CREDENTIAL'))
      expect(wrong.map(({ waited }) => waited)).toEqual([0, 0, 0, 0, 0, 1000, 2000, 3000])
      expect(await attempt(username, password)).toMatchObject({ said: 'in', waited: 0 })
      expect(await attempt(username, password, { from })).toMatchObject({ said: 'in', waited: 4000 })
      t.clock.waited.length = 0
      await Promise.all(Array.from({ length: 30 }, () => attempt(username, 'wrong', { from })))
      expect(Math.max(...t.clock.waited)).toBe(10_000)
      t.clock.advance(MINUTE)
      expect(await attempt(username, password, { from })).toMatchObject({ said: 'in', waited: 0 })
    })

    test('many people behind one address are slowed down a little, but not blocked', async () => {
      const { username } = await newMember()
      const from = newAddress()
      for (let n = 0; n < 40; n += 1) await attempt(`07${String(n).padStart(8, '0')}`, 'guess', { from })
      expect(await attempt(username, password, { from })).toMatchObject({ said: 'in', waited: 1100 })
    })

    test('above three hundred a minute an address is refused at once, except known devices', async () => {
      const { username } = await newMember()
      const { deviceCookie } = await attempt(username, password)
      const net = (n: number) => `2001:db8:9:9::${n.toString(16)}`
      for (let n = 1; n <= 300; n += 1) {
        const { said } = await attempt(`06${String(n).padStart(8, '0')}`, 'guess', { from: net(n) })
        expect(said, String(n)).toBe('WRONG_CREDENTIAL')
      }
      const refusedAtOnce = { said: 'REQUEST_LIMIT_1MIN', waited: 0 }
      // Right passwords of a known device neither count nor reset the limit.
      for (let times = 0; times < 2; times += 1) {
        expect(await attempt(username, password, { from: net(1), deviceCookie })).toMatchObject({
          said: 'in',
          waited: 0,
        })
        expect(await attempt(username, password, { from: net(1) })).toMatchObject(refusedAtOnce)
      }
      // These refusals do not use up the phone's daily limit.
      for (let n = 0; n < 101; n += 1) await attempt(username, 'wrong', { from: net(n) })
      expect((await attempt(username, password)).said).toBe('in')
      t.clock.advance(MINUTE)
      expect((await attempt(username, password, { from: net(1) })).said).toBe('in')
    })

    test('a phone allows a hundred a day in total; a device that signed in before has its own limit', async () => {
      const { username } = await newMember()
      const { deviceCookie = '' } = await attempt(username, password)
      for (let n = 0; n < 100; n += 1) {
        expect((await attempt(username, 'wrong')).said).toBe('WRONG_CREDENTIAL')
      }
      expect((await attempt(username, password)).said).toBe('REQUEST_LIMIT')
      expect((await attempt(username, password, { deviceCookie })).said).toBe('in')
      // The device has its own hundred.
      const from = newAddress()
      for (let n = 0; n < 100; n += 1) await attempt(username, 'wrong', { deviceCookie, from })
      expect((await attempt(username, password, { deviceCookie })).said).toBe('REQUEST_LIMIT')
      t.clock.advance(DAY)
      expect((await attempt(username, password)).said).toBe('in')
    })

    test('a device is known only by its own sign-ins', async () => {
      const { id, username } = await newMember()
      const mine = await attempt(username, password)
      expect(mine.cookie).toMatch(/; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/u)
      const other = await newMember()
      const shared = await attempt(other.username, password, { deviceCookie: mine.deviceCookie })
      const foreign = await attempt((await newMember()).username, password)
      for (let n = 0; n < 100; n += 1) await attempt(username, 'wrong')
      const goesOn = async (deviceCookie = '') =>
        (await attempt(username, password, { deviceCookie })).said === 'in'
      const [device = '', signature = ''] = (mine.deviceCookie ?? '').split('.')
      for (const forged of [
        foreign.deviceCookie,
        `${foreign.deviceCookie?.split('.')[0]}.${signature}`,
        `${device}.${'A'.repeat(22)}`,
        device,
        'nonsense',
      ]) {
        expect(await goesOn(forged)).toBe(false)
      }
      expect(await goesOn(mine.deviceCookie)).toBe(true)
      // One device of two members.
      expect(await goesOn(shared.deviceCookie)).toBe(true)
      // After a new password every device is unknown again.
      await t.db.update(members).set({ passwordChangedAt: t.clock.now() }).where(eq(members.id, id))
      expect(await goesOn(mine.deviceCookie)).toBe(false)
      t.clock.advance(DAY)
    })

    test('an IPv6 /64 counts as one address, and forged X-Forwarded-For entries are ignored', async () => {
      const { username } = await newMember()
      for (let n = 1; n <= 5; n += 1)
        await attempt(username, 'wrong', { from: `9.9.9.${n}, 2001:db8:1:2::${n}` })
      const waited = async (from: string) => (await attempt(username, 'wrong', { from })).waited
      expect(await waited('2001:db8:1:2:ffff::1')).toBe(1000)
      expect(await waited('2001:db8:1:3::1')).toBe(0)
    })
  })

  test('while too many passwords are being hashed, more are refused at once', async () => {
    const passwords = createPasswords({
      tooMany: tooManyPasswords,
      threads: 2,
      cost: { logN: 10, r: 8, p: 1 },
    })
    const busy = await openTestApp(open, { passwords })
    const visitor = await busy.client()
    const attempt = () => visitor(login, { body: { username: '0999999999', password: 'guess' } })
    // Two passwords are being hashed and 48 wait. Each caller sends another as soon as its last is answered.
    const answered = new AbortController()
    const hashAgainAndAgain = async () => {
      do await passwords.hash('x')
      while (!answered.signal.aborted)
    }
    const hashes = Array.from({ length: 50 }, hashAgainAndAgain)
    const answer = await attempt()
    answered.abort()
    expect(answer).toMatchObject(refused('REQUEST_LIMIT_1MIN', 429))
    await Promise.all(hashes)
    expect(await attempt()).toMatchObject(refused('WRONG_CREDENTIAL'))
  }, 30_000)

  test('right passwords do not count', async () => {
    const { logIn } = await newMember()
    const waits = t.clock.waited.length
    for (let times = 0; times < 7; times += 1) expect((await logIn()).status).toBe(200)
    expect(t.clock.waited).toHaveLength(waits)
  })

  test('a missing, wrong or malformed token is refused', async () => {
    for (const token of ['', 'nonsense', 'A'.repeat(43), '; drop table', 'x'.repeat(500)]) {
      const answer = await t.app.request('/api/account/profile', {
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      })
      expect([answer.status, await answer.json()]).toEqual([401, { message: 'UNAUTHORIZED' }])
    }
  })

  test('a session ends after thirty days without use', async () => {
    const { id } = await newMember()
    const used = await t.client(id)
    const unused = await t.client(id)
    t.clock.advance(20 * DAY)
    expect((await used(getProfile)).status).toBe(200)
    t.clock.advance(11 * DAY)
    expect((await used(getProfile)).status).toBe(200)
    expect(await unused(getProfile)).toMatchObject(refused('EXPIRED_AUTH_TOKEN', 401))
    t.clock.advance(7 * DAY)
    await sweepSessions(t.db, t.clock.now())
    expect(await unused(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('a session ends after ninety days even if it is used', async () => {
    const { id, logIn } = await newMember()
    const used = await t.client(id)
    for (let day = 0; day < 85; day += 17) {
      expect((await used(getProfile)).status).toBe(200)
      t.clock.advance(17 * DAY)
    }
    expect((await used(getProfile)).status).toBe(200)
    t.clock.advance(5 * DAY - 1)
    expect((await used(getProfile)).status).toBe(200)
    t.clock.advance(1)
    expect(await used(getProfile)).toMatchObject(refused('EXPIRED_AUTH_TOKEN', 401))
    expect((await as((await logIn()).body.token)(getProfile)).status).toBe(200)
  })

  test('a session of an older server without a maximum lifetime ends too', async () => {
    const { id } = await newMember()
    const old = await t.client(id)
    const createdAt = later(t.clock.now(), -90 * DAY)
    await t.db
      .update(sessions)
      .set({ createdAt })
      .where(eq(sessions.tokenHash, hashOf(old.token)))
    expect(await old(getProfile)).toMatchObject(refused('EXPIRED_AUTH_TOKEN', 401))
  })

  test('the last use of a session is written only every few minutes', async () => {
    const { id } = await newMember()
    const request = await t.client(id)
    const [before] = await t.db.select().from(sessions).where(eq(sessions.memberId, id))
    const row = async () => (await t.db.select().from(sessions).where(eq(sessions.memberId, id)))[0]
    for (let call = 0; call < 5; call += 1) {
      t.clock.advance(MINUTE)
      await request(getProfile)
      expect(await row()).toEqual(before)
    }
    t.clock.advance(MINUTE)
    const headers = { 'user-agent': phone, 'x-forwarded-for': '49.228.17.201', cookie: 'locale=LA' }
    await Promise.all(Array.from({ length: 5 }, () => request(getProfile, { headers })))
    expect(await row()).toMatchObject({
      lastSeenAt: t.clock.now(),
      expiresAt: later(t.clock.now(), 30 * DAY),
      userAgent: phone,
      place: '49.228.x.x',
      locale: 'la',
    })
  })

  test('logging out ends only this session', async () => {
    const { id } = await newMember()
    const here = await t.client(id)
    const there = await t.client(id)
    expect(await here(logout)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    expect(t.hungUp).toContain(hashOf(here.token))
    expect(await here(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect((await there(getProfile)).status).toBe(200)
    expect(t.hungUp).not.toContain(hashOf(there.token))
  })

  test('a late sign-out ends its session by the token’s hash, which gives no access', async () => {
    const { id } = await newMember()
    const here = await t.client(id)
    const there = await t.client(id)
    const stranger = await t.client()
    const session = hashOf(here.token)
    expect(await as(session)(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    // The second time the session no longer exists.
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await stranger(logoutLater, { body: { session } })
      expect(answer).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    }
    expect(t.hungUp).toContain(session)
    expect(await here(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect((await there(getProfile)).status).toBe(200)
  })

  test('a deactivated member is signed out', async () => {
    const { id } = await newMember()
    const request = await t.client(id)
    await t.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id))
    expect(await request(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('a new password ends every other session', async () => {
    const { id, logIn } = await newMember()
    const here = await t.client(id)
    const there = await t.client(id)
    const change = (oldPassword: string, newPassword: string) =>
      here(changePassword, { body: { oldPassword, newPassword } })
    expect(await change('wrong', 'new')).toMatchObject(refused('WRONG_PASSWORD'))
    expect(await change(password, password)).toMatchObject(refused('INVALID_USER_INFO'))
    expect((await there(getProfile)).status).toBe(200)
    expect((await change(password, 'a new one, longer')).status).toBe(200)
    expect((await here(getProfile)).status).toBe(200)
    expect(await there(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(t.hungUp).toContain(hashOf(there.token))
    expect(t.hungUp).not.toContain(hashOf(here.token))
    expect(await logIn()).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect((await logIn('a new one, longer')).status).toBe(200)
  })

  test('a stolen session cannot try out passwords', async () => {
    const { id } = await newMember()
    const thief = await t.client(id)
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        thief(changePassword, { body: { oldPassword: 'guess', newPassword: 'mine' } }),
      ),
    )
    expect(tries.filter(({ body }) => body.message === 'WRONG_PASSWORD')).toHaveLength(10)
    expect(tries.filter(({ body }) => body.message === 'REQUEST_LIMIT')).toHaveLength(2)
  })

  test('a closed site refuses every sign-in', async () => {
    const { logIn } = await newMember()
    await t.db.insert(settings).values({ key: 'active', value: false })
    expect(await logIn()).toMatchObject(refused('GONE', 410))
    await t.db.delete(settings).where(eq(settings.key, 'active'))
  })
})
