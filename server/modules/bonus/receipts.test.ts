import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus, clearBonus, listBonuses } from '#api/contract/bonus.ts'
import { DAY, HOUR, SECOND } from '../../clock.ts'
import { bonuses } from '../../database/schema/bonuses.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'

const BANGKOK = 7 * HOUR

describeOnOne('the limits of a bonus', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    const row = (code: string, type: 'limit' | 'day' | 'week', maxReceived: number) => ({
      code,
      name: { en: code },
      type,
      maxReceived,
      rewardAmount: 100,
    })
    await server.db
      .insert(bonuses)
      .values([row('ONCE', 'limit', 1), row('A-DAY', 'day', 2), row('A-WEEK', 'week', 2)])
  })

  const wallClock = () => server.clock.now().getTime() + BANGKOK
  /** Advances the clock to the last second of the day in Bangkok. */
  const toTheEve = () => server.clock.advance(DAY - (wallClock() % DAY) - SECOND)
  function toTheEveOfMonday(): void {
    toTheEve()
    server.clock.advance(((7 - new Date(wallClock()).getUTCDay()) % 7) * DAY)
  }
  const take = (member: TestMember, code: string) => member.request(activateBonus, { params: { code } })
  async function takeAndEnd(member: TestMember, code: string): Promise<string | undefined> {
    const { body } = await take(member, code)
    await member.request(clearBonus)
    return body.message
  }

  /** How often the list says that the member has received it. */
  async function listed(member: TestMember, code: string) {
    const { body } = await member.request(listBonuses)
    return body.find((bonus) => bonus.code === code)?.userBonus?.received?.length
  }

  test('the list holds only the receipts that count, however many came before', async () => {
    toTheEveOfMonday()
    const member = await server.newMember()
    for (const code of ['ONCE', 'A-DAY', 'A-DAY', 'A-WEEK']) await takeAndEnd(member, code)
    const all = () => Promise.all(['ONCE', 'A-DAY', 'A-WEEK'].map((code) => listed(member, code)))
    expect(await all()).toEqual([1, 2, 1])
    server.clock.advance(SECOND)
    expect(await all()).toEqual([1, 0, 0])
    for (const code of ['A-DAY', 'A-WEEK']) await takeAndEnd(member, code)
    expect(await all()).toEqual([1, 1, 1])
  })

  test('a daily limit lasts until midnight in Bangkok', async () => {
    toTheEve()
    const member = await server.newMember()
    expect(await takeAndEnd(member, 'A-DAY')).toBe('SUCCESS')
    expect(await takeAndEnd(member, 'A-DAY')).toBe('SUCCESS')
    expect(await take(member, 'A-DAY')).toMatchObject(refused('BONUS_MAX_CLAIMED'))
    server.clock.advance(SECOND)
    expect(await takeAndEnd(member, 'A-DAY')).toBe('SUCCESS')
    expect(await member.wallet()).toBe(300)
  })

  test('a weekly limit lasts until the end of Sunday in Bangkok', async () => {
    toTheEveOfMonday()
    const member = await server.newMember()
    await takeAndEnd(member, 'A-WEEK')
    server.clock.advance(SECOND)
    for (const day of ['Monday', 'Wednesday']) {
      expect([day, await takeAndEnd(member, 'A-WEEK')]).toEqual([day, 'SUCCESS'])
      server.clock.advance(2 * DAY)
    }
    toTheEveOfMonday()
    expect(await take(member, 'A-WEEK')).toMatchObject(refused('BONUS_MAX_CLAIMED'))
    server.clock.advance(SECOND)
    expect(await takeAndEnd(member, 'A-WEEK')).toBe('SUCCESS')
  })

  test('a total limit never ends', async () => {
    const member = await server.newMember()
    await takeAndEnd(member, 'ONCE')
    server.clock.advance(20 * DAY)
    expect(await take(member, 'ONCE')).toMatchObject(refused('BONUS_MAX_CLAIMED'))
  })

  test('a repeated operation gets the first reply and pays nothing', async () => {
    const member = await server.newMember()
    const given = { params: { code: 'ONCE' }, key: randomUUID() }
    const answers = [await member.request(activateBonus, given), await member.request(activateBonus, given)]
    expect(answers.map(({ body }) => body.message)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await member.wallet()).toBe(100)
  })

  test('simultaneous requests never exceed the limit', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ hours: fc.integer({ min: 0, max: 30 }), times: fc.integer({ min: 1, max: 3 }) }),
          { minLength: 3, maxLength: 8 },
        ),
        async (steps) => {
          const member = await server.newMember()
          const paidOn = new Map<number, number>()
          for (const { hours, times } of steps) {
            server.clock.advance(hours * HOUR)
            const day = Math.floor(wallClock() / DAY)
            const answers = await Promise.all(Array.from({ length: times }, () => take(member, 'A-DAY')))
            const paid = answers.filter(({ status }) => status === 200).length
            const before = paidOn.get(day) ?? 0
            expect(paid).toBe(before < 2 ? 1 : 0)
            paidOn.set(day, before + paid)
            await member.request(clearBonus)
          }
          const receipts = [...paidOn.values()].reduce((sum, paid) => sum + paid, 0)
          expect(await member.wallet()).toBe(receipts * 100)
          expect((await listed(member, 'A-DAY')) ?? 0).toBe(paidOn.get(Math.floor(wallClock() / DAY)) ?? 0)
          await server.expectBalancedLedger()
        },
      ),
      { numRuns: 8 },
    )
  })
})
