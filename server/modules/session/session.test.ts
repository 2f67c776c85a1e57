import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { changePassword, getProfile, login, logout } from '#api/contract/account.ts'
import { DAY, HOUR, MINUTE } from '../../clock.ts'
import { members, sessions } from '../../database/schema/members.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnEach } from '../../database/test-database.ts'
import { clientOf, openTestApp, type TestApp } from '../../http/test-app.ts'
import { sweepSessions } from './sessions.ts'

const password = 'ลูกแมว 1234'
const refused = (message: string, status = 400) => ({ status, body: { message } })

describeOnEach('sessions', (open) => {
  let t: TestApp
  let passwordHash: string

  beforeAll(async () => {
    t = await openTestApp(open)
    passwordHash = await t.context.passwords.hash(password)
  })

  async function newMember(values = {}) {
    const id = await addMember(t.db, { passwordHash, ...values })
    const [member] = await t.db.select().from(members).where(eq(members.id, id))
    const username = member?.username ?? ''
    const ask = await t.client()
    return {
      id,
      username,
      logIn: (given = password, from = username) => ask(login, { body: { username: from, password: given } }),
    }
  }
  const as = (token: string) => clientOf(t.app, token)

  test('logging in gives a token that speaks for the member, and leaves no trace of itself', async () => {
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

  test('the phone may be typed as people write it', async () => {
    const { username, logIn } = await newMember()
    const international = `+66 ${username.slice(1, 3)}-${username.slice(3, 6)} ${username.slice(6)}`
    expect((await logIn(password, international)).status).toBe(200)
  })

  test('the same letters from another keyboard are the same password', async () => {
    const { logIn } = await newMember({ passwordHash: await t.context.passwords.hash('caf\u00e9') })
    expect((await logIn('cafe\u0301')).status).toBe(200)
  })

  test('an unknown phone and a wrong password are not told apart', async () => {
    const { logIn } = await newMember()
    expect(await logIn('wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await logIn(password, '0999999999')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await logIn(password, 'no phone')).toMatchObject(refused('WRONG_CREDENTIAL'))
  })

  test('an inactive member is told so only with the right password', async () => {
    const { logIn } = await newMember({ status: 'inactive' })
    expect(await logIn('wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await logIn()).toMatchObject(refused('INACTIVE_USER'))
  })

  test('five wrong passwords in a minute close the phone for that minute, at once or one by one', async () => {
    const { logIn } = await newMember()
    const wrong = await Promise.all(Array.from({ length: 8 }, () => logIn('wrong')))
    expect(wrong.filter(({ body }) => body.message === 'WRONG_CREDENTIAL')).toHaveLength(5)
    expect(await logIn()).toMatchObject(refused('REQUEST_LIMIT_1MIN', 429))
    t.clock.advance(MINUTE)
    expect((await logIn()).status).toBe(200)
  })

  test('right passwords are not counted', async () => {
    const { logIn } = await newMember()
    for (let times = 0; times < 7; times += 1) expect((await logIn()).status).toBe(200)
  })

  test('one address guesses thirty times a minute at most, whatever the phone', async () => {
    t.clock.advance(HOUR)
    const ask = await t.client()
    const answers: (string | undefined)[] = []
    for (let guess = 0; guess < 31; guess += 1) {
      const body = { username: `07${String(guess).padStart(8, '0')}`, password: 'guess' }
      answers.push((await ask(login, { body })).body.message)
    }
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'WRONG_CREDENTIAL'))
    expect(answers[30]).toBe('REQUEST_LIMIT_1MIN')
    t.clock.advance(MINUTE)
  })

  test('no token, a wrong one and a nonsense one are refused', async () => {
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

  test('logging out ends this session and no other', async () => {
    const { id } = await newMember()
    const here = await t.client(id)
    const there = await t.client(id)
    expect(await here(logout)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    expect(await here(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect((await there(getProfile)).status).toBe(200)
  })

  test('a member put out of action is signed out', async () => {
    const { id } = await newMember()
    const ask = await t.client(id)
    await t.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id))
    expect(await ask(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
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
    expect((await change(password, 'new one')).status).toBe(200)
    expect((await here(getProfile)).status).toBe(200)
    expect(await there(getProfile)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(await logIn()).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect((await logIn('new one')).status).toBe(200)
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

  test('a site that is gone lets nobody in', async () => {
    const { logIn } = await newMember()
    await t.db.insert(settings).values({ key: 'active', value: false })
    expect(await logIn()).toMatchObject(refused('GONE', 410))
    await t.db.delete(settings).where(eq(settings.key, 'active'))
  })
})
