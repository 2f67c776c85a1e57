import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { login } from '#api/contract/login.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { openSessionServer, password } from './test-session.ts'

describeOnOne('guesses of passwords', (open) => {
  const server = openSessionServer(open)
  const { newMember } = server

  let addresses = 0
  const newAddress = () => `10.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
  const attempt = async (
    username: string,
    given: string,
    { from = newAddress(), deviceCookie = '' } = {},
  ) => {
    const headers = { 'x-forwarded-for': from, ...(deviceCookie && { cookie: `device=${deviceCookie}` }) }
    const before = server.program.clock.waited.length
    const answer = await (
      await server.program.client()
    )(login, { body: { username, password: given }, headers })
    const [cookie] = answer.headers.getSetCookie()
    return {
      said: answer.body.message ?? 'in',
      waited: server.program.clock.waited.slice(before).reduce((sum, ms) => sum + ms, 0),
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
    server.program.clock.waited.length = 0
    await Promise.all(Array.from({ length: 30 }, () => attempt(username, 'wrong', { from })))
    expect(Math.max(...server.program.clock.waited)).toBe(10_000)
    server.program.clock.advance(MINUTE)
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
    server.program.clock.advance(MINUTE)
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
    server.program.clock.advance(DAY)
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
    await server.program.db
      .update(members)
      .set({ passwordChangedAt: server.program.clock.now() })
      .where(eq(members.id, id))
    expect(await goesOn(mine.deviceCookie)).toBe(false)
    server.program.clock.advance(DAY)
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
