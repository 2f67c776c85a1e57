import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changePassword } from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { login, logout, logoutLater } from '#api/contract/login.ts'
import { beginPasskey } from '#api/contract/passkey.ts'
import { DAY, HOUR, later, MINUTE } from '../../clock.ts'
import { members, sessions } from '../../database/schema/members.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { clientOf, openTestApp } from '../../http/test-app.ts'
import { hashOf } from '../../auth/tokens.ts'
import { createPasswords } from '../../auth/passwords.ts'
import { tooManyPasswords } from '../../http/api-error.ts'
import { sweepSessions } from '../../auth/sessions.ts'
import { openSessionServer, password } from './test-session.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const refused = (message: string, status = 400) => ({ status, body: { message } })

describeOnOne('sessions', (open) => {
  const server = openSessionServer(open)
  const { newMember } = server
  const as = (token: string) => clientOf(server.program.app, token)

  test('logging in returns a token, which is stored only as a hash', async () => {
    const { id, username, logIn } = await newMember()
    const { status, body, headers } = await logIn()
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(body.token, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect((await as(body.token)(getProfile)).body).toMatchObject({ profile: { _id: id } })
    const stored = await server.program.db.select().from(sessions).where(eq(sessions.memberId, id))
    expect(JSON.stringify(stored)).not.toContain(body.token)
    const log = server.program.logged.join('\n')
    for (const secret of [body.token, username, password]) expect(log).not.toContain(secret)
  })

  test('the phone may be typed in any usual format', async () => {
    const { username, logIn } = await newMember()
    const international = `+66 ${username.slice(1, 3)}-${username.slice(3, 6)} ${username.slice(6)}`
    expect((await logIn(password, international)).status).toBe(200)
  })

  test('equivalent Unicode spellings are the same password', async () => {
    const { logIn } = await newMember({
      passwordHash: await server.program.context.passwords.hash('caf\u00e9'),
    })
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

  test('an address that sends too many passwords is refused at once; others, and known devices, sign in', async () => {
    const passwords = createPasswords({
      tooMany: tooManyPasswords,
      threads: 1,
      cost: { logN: 8, r: 8, p: 1 },
    })
    const busy = await openTestApp(open, { passwords, settings: { TRUST_PROXY: 'on' } })
    const username = '0812345678'
    await addMember(busy.db, { username, passwordHash: await passwords.hash(password) })
    const visitor = await busy.client()
    const attempt = (address: string, cookie = '') =>
      visitor(login, {
        body: { username, password },
        headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
      })
    const [cookie = ''] = (await attempt('10.0.0.3')).headers.getSetCookie()
    // Two addresses send another password as soon as the last is answered.
    const stopped = new AbortController()
    const floods = ['10.0.0.1', '10.0.0.2'].flatMap((address) =>
      Array.from({ length: 25 }, async () => {
        do await passwords.matchesNobody('x', { address })
        while (!stopped.signal.aborted)
      }),
    )
    const answers = [
      await attempt('10.0.0.1'),
      await attempt('10.0.0.4'),
      await attempt('10.0.0.1', cookie.split(';')[0]),
    ]
    stopped.abort()
    expect(answers).toMatchObject([refused('REQUEST_LIMIT_1MIN', 429), { status: 200 }, { status: 200 }])
    await Promise.all(floods)
    expect((await attempt('10.0.0.1')).status).toBe(200)
  }, 30_000)

  test('what asks for the password once more says so while too many passwords wait', async () => {
    const tooMany = () => Promise.reject(tooManyPasswords())
    const passwords = { hash: tooMany, matches: tooMany, matchesNobody: tooMany }
    const busy = await openTestApp(open, { passwords })
    const request = await busy.client(await addMember(busy.db))
    busy.clock.advance(HOUR)
    const exclusion = { kind: 'exclusion', months: 6, password } as const
    expect([
      await request(beginPasskey, { body: { password } }),
      await request(takeBreak, { body: exclusion }),
      await request(changePassword, { body: { oldPassword: password, newPassword: 'another-1' } }),
    ]).toMatchObject(Array.from({ length: 3 }, () => refused('REQUEST_LIMIT_1MIN', 429)))
  })

  test('right passwords do not count', async () => {
    const { logIn } = await newMember()
    const waits = server.program.clock.waited.length
    for (let times = 0; times < 7; times += 1) expect((await logIn()).status).toBe(200)
    expect(server.program.clock.waited).toHaveLength(waits)
  })

  test('a missing, wrong or malformed token is refused', async () => {
    for (const token of ['', 'nonsense', 'A'.repeat(43), '; drop table', 'x'.repeat(500)]) {
      const answer = await server.program.app.request('/api/account/profile', {
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      })
      expect([answer.status, await answer.json()]).toEqual([401, { message: 'UNAUTHORIZED' }])
    }
  })

  test('a session ends after thirty days without use', async () => {
    const { id } = await newMember()
    const used = await server.program.client(id)
    const unused = await server.program.client(id)
    server.program.clock.advance(20 * DAY)
    expect((await used(getProfile)).status).toBe(200)
    server.program.clock.advance(11 * DAY)
    expect((await used(getProfile)).status).toBe(200)
    expect(await unused(getProfile)).toMatchObject(refused('EXPIRED_AUTH_TOKEN', 401))
    server.program.clock.advance(7 * DAY)
    await sweepSessions(server.program.db, server.program.clock.now())
    expect(await unused(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('a session ends after ninety days even if it is used', async () => {
    const { id, logIn } = await newMember()
    const used = await server.program.client(id)
    for (let day = 0; day < 85; day += 17) {
      expect((await used(getProfile)).status).toBe(200)
      server.program.clock.advance(17 * DAY)
    }
    expect((await used(getProfile)).status).toBe(200)
    server.program.clock.advance(5 * DAY - 1)
    expect((await used(getProfile)).status).toBe(200)
    server.program.clock.advance(1)
    expect(await used(getProfile)).toMatchObject(refused('EXPIRED_AUTH_TOKEN', 401))
    expect((await as((await logIn()).body.token)(getProfile)).status).toBe(200)
  })

  test('a session of an older server without a maximum lifetime ends too', async () => {
    const { id } = await newMember()
    const old = await server.program.client(id)
    const createdAt = later(server.program.clock.now(), -90 * DAY)
    await server.program.db
      .update(sessions)
      .set({ createdAt })
      .where(eq(sessions.tokenHash, hashOf(old.token)))
    expect(await old(getProfile)).toMatchObject(refused('EXPIRED_AUTH_TOKEN', 401))
  })

  test('the last use of a session is written only every few minutes', async () => {
    const { id } = await newMember()
    const request = await server.program.client(id)
    const [before] = await server.program.db.select().from(sessions).where(eq(sessions.memberId, id))
    const row = async () =>
      (await server.program.db.select().from(sessions).where(eq(sessions.memberId, id)))[0]
    for (let call = 0; call < 5; call += 1) {
      server.program.clock.advance(MINUTE)
      await request(getProfile)
      expect(await row()).toEqual(before)
    }
    server.program.clock.advance(MINUTE)
    const headers = { 'user-agent': phone, 'x-forwarded-for': '49.228.17.201', cookie: 'locale=LA' }
    await Promise.all(Array.from({ length: 5 }, () => request(getProfile, { headers })))
    expect(await row()).toMatchObject({
      lastSeenAt: server.program.clock.now(),
      expiresAt: later(server.program.clock.now(), 30 * DAY),
      userAgent: phone,
      place: '49.228.x.x',
      locale: 'la',
    })
  })

  test('logging out ends only this session', async () => {
    const { id } = await newMember()
    const here = await server.program.client(id)
    const there = await server.program.client(id)
    expect(await here(logout)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    expect(server.program.hungUp).toContain(hashOf(here.token))
    expect(await here(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect((await there(getProfile)).status).toBe(200)
    expect(server.program.hungUp).not.toContain(hashOf(there.token))
  })

  test('a late sign-out ends its session by the token’s hash, which gives no access', async () => {
    const { id } = await newMember()
    const here = await server.program.client(id)
    const there = await server.program.client(id)
    const stranger = await server.program.client()
    const session = hashOf(here.token)
    expect(await as(session)(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    // The second time the session no longer exists.
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await stranger(logoutLater, { body: { session } })
      expect(answer).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    }
    expect(server.program.hungUp).toContain(session)
    expect(await here(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect((await there(getProfile)).status).toBe(200)
  })

  test('a deactivated member is signed out', async () => {
    const { id } = await newMember()
    const request = await server.program.client(id)
    await server.program.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id))
    expect(await request(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('a new password ends every other session', async () => {
    const { id, logIn } = await newMember()
    const here = await server.program.client(id)
    const there = await server.program.client(id)
    const change = (oldPassword: string, newPassword: string) =>
      here(changePassword, { body: { oldPassword, newPassword } })
    expect(await change('wrong', 'new')).toMatchObject(refused('WRONG_PASSWORD'))
    expect(await change(password, password)).toMatchObject(refused('INVALID_USER_INFO'))
    expect((await there(getProfile)).status).toBe(200)
    expect((await change(password, 'a new one, longer')).status).toBe(200)
    expect((await here(getProfile)).status).toBe(200)
    expect(await there(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(server.program.hungUp).toContain(hashOf(there.token))
    expect(server.program.hungUp).not.toContain(hashOf(here.token))
    expect(await logIn()).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect((await logIn('a new one, longer')).status).toBe(200)
  })

  test('a stolen session cannot try out passwords', async () => {
    const { id } = await newMember()
    const thief = await server.program.client(id)
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
    await server.program.db.insert(settings).values({ key: 'active', value: false })
    expect(await logIn()).toMatchObject(refused('GONE', 410))
    await server.program.db.delete(settings).where(eq(settings.key, 'active'))
  })
})
