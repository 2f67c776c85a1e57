import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  confirmTimeLimit,
  getLimits,
  getPlay,
  type LimitPeriod,
  setRealityCheck,
  setTimeLimit,
} from '#api/contract/limits.ts'
import { transferAll, withdraw } from '#api/contract/wallet.ts'
import { DAY, HOUR, MINUTE } from '../../clock.ts'
import { rowsOf, transact } from '../../database/query.ts'
import { playTimes } from '../../database/schema/limits.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { reportResult } from '../games/report-result.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { reserveTransfer } from '../transfer/begin-transfer.ts'
import { accountIn, fundsOf, planFilling } from '../transfer/plan-transfers.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'
import { eventsOf, move, newPlayer } from './test-limits.ts'

const CLIENTS = 8
const TIMEOUT_MS = 30 * 60_000

describeOnEach('time at play', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(() => open({ poolSize: CLIENTS }))
  })

  const limitTo = ({ request }: TestMember, period: LimitPeriod, minutes: number | null) =>
    request(setTimeLimit, { body: { period, minutes } })
  const confirm = ({ request }: TestMember, period: LimitPeriod) =>
    request(confirmTimeLimit, { body: { period } })
  const timesOf = async ({ request }: TestMember) => (await request(getLimits)).body.times
  const minutesOf = async (member: TestMember) => (await timesOf(member)).map(({ used }) => used)
  const sessionOf = async ({ request }: TestMember) => (await request(getPlay)).body.session
  const round = ({ id }: TestMember, amount: number) =>
    transact(server.db, (tx) =>
      reportResult(tx, { memberId: id, gameCode: 'PG', amount, round: randomUUID() }, server.clock.now()),
    )
  const pass = (minutes: number) => server.clock.advance(minutes * MINUTE)

  test('counts from the transfer into a game until all of it is back, or for half an hour after the last round', async () => {
    server.clock.advanceToNoon()
    const member = await newPlayer(server, 100_000)
    expect(await minutesOf(member)).toEqual([0, 0, 0])
    await move(member, 'WALLET', 'PG', 300)
    pass(10)
    await round(member, -5000)
    pass(20)
    expect(await minutesOf(member)).toEqual([30, 30, 30])
    await move(member, 'PG', 'WALLET', 100)
    pass(5)
    expect(await sessionOf(member)).toMatchObject({ seconds: 35 * 60, net: -50, isOpen: true })
    // Nobody is at play for longer than half an hour without a sign of it.
    pass(60)
    expect(await minutesOf(member)).toEqual([40, 40, 40])
    await round(member, 1000)
    pass(1)
    expect(await member.request(transferAll, { body: { to: 'WALLET' } })).toMatchObject({ status: 200 })
    pass(10)
    expect(await minutesOf(member)).toEqual([41, 41, 41])
  })

  test('a session goes on over a pause shorter than half an hour, and begins again after a longer one', async () => {
    const member = await newPlayer(server, 100_000)
    expect(await sessionOf(member)).toBeFalsy()
    const since = server.clock.now().toISOString()
    await move(member, 'WALLET', 'PG', 300)
    pass(10)
    await round(member, -5000)
    await member.request(transferAll, { body: { to: 'WALLET' } })
    pass(20)
    expect(await sessionOf(member)).toEqual({ since, seconds: 600, net: -50, isOpen: false })
    await move(member, 'WALLET', 'JOKER', 100)
    pass(5)
    expect(await sessionOf(member)).toEqual({ since, seconds: 900, net: -50, isOpen: true })
    await member.request(transferAll, { body: { to: 'WALLET' } })
    pass(31)
    expect(await sessionOf(member)).toBeFalsy()
  })

  test('what came before a short pause stays part of the session, however long that goes on', async () => {
    const member = await newPlayer(server, 100_000)
    const since = server.clock.now().toISOString()
    await move(member, 'WALLET', 'PG', 300)
    pass(10)
    await move(member, 'PG', 'WALLET', 300)
    pass(20)
    await move(member, 'WALLET', 'PG', 300)
    for (let n = 0; n < 3; n += 1) {
      pass(25)
      await round(member, 0)
    }
    expect(await sessionOf(member)).toEqual({ since, seconds: 85 * 60, net: 0, isOpen: true })
  })

  test('a game that is emptied ends no time while another one is being filled', async () => {
    const member = await newPlayer(server, 100_000)
    const since = server.clock.now().toISOString()
    await move(member, 'WALLET', 'PG', 300)
    pass(5)
    const { games } = await fundsOf(server.db, member.id)
    const plan = planFilling(10_000, member.id, accountIn(games, 'JOKER'))
    const operation = { app: server.context, member, operationId: `${member.id}:${randomUUID()}` }
    const fill = await transact(server.db, (tx) => reserveTransfer(tx, operation, { ...plan!, reply: '{}' }))
    await move(member, 'PG', 'WALLET', 300)
    pass(5)
    expect(await sessionOf(member)).toEqual({ since, seconds: 600, net: 0, isOpen: true })
    await fill()
    pass(5)
    expect(await sessionOf(member)).toMatchObject({ seconds: 900, isOpen: true })
    await move(member, 'JOKER', 'WALLET', 100)
    expect(await sessionOf(member)).toMatchObject({ seconds: 900, isOpen: false })
  })

  test('what no game has taken is no play', async () => {
    server.clock.advanceToNoon()
    const member = await newPlayer(server, 100_000)
    await limitTo(member, 'day', 20)
    const { games } = server.context.providers
    const own = { ...games }
    Object.assign(games, { move: () => Promise.reject(new ProviderFailure('closed')) })
    expect(await move(member, 'WALLET', 'PG', 300)).toMatchObject(refused('TRANSFER_FAIL'))
    Object.assign(games, own)
    expect(await sessionOf(member)).toBeFalsy()
    pass(25)
    expect(await minutesOf(member)).toEqual([0, 0, 0])
    expect(await sessionOf(member)).toBeFalsy()
    expect((await move(member, 'WALLET', 'PG', 300)).status).toBe(200)
    // Nor does one that comes back end the time at play with what another game holds.
    Object.assign(games, { move: () => Promise.reject(new ProviderFailure('closed')) })
    await move(member, 'WALLET', 'JOKER', 100)
    Object.assign(games, own)
    pass(5)
    expect(await minutesOf(member)).toEqual([5, 5, 5])
  })

  test('time with a round counts, even if the money that it began with never arrived', async () => {
    server.clock.advanceToNoon()
    const member = await newPlayer(server, 100_000)
    const { games } = server.context.providers
    const own = { ...games }
    let refuse: (() => void) | undefined
    const held = () =>
      new Promise((_, reject) => {
        refuse = () => reject(new ProviderFailure('closed'))
      })
    Object.assign(games, { move: held })
    const moving = move(member, 'WALLET', 'PG', 300)
    await expect.poll(() => refuse).toBeDefined()
    pass(10)
    await round(member, 0)
    refuse?.()
    expect(await moving).toMatchObject(refused('TRANSFER_FAIL'))
    Object.assign(games, own)
    pass(25)
    expect(await minutesOf(member)).toEqual([10, 10, 10])
  })

  test('money that does not get out of its game leaves the time at play as it was', async () => {
    server.clock.advanceToNoon()
    const member = await newPlayer(server, 100_000)
    await move(member, 'WALLET', 'PG', 300)
    pass(10)
    const { games } = server.context.providers
    const own = { ...games }
    Object.assign(games, { move: () => Promise.reject(new ProviderFailure('closed')) })
    expect(await move(member, 'PG', 'WALLET', 300)).toMatchObject(refused('TRANSFER_FAIL'))
    Object.assign(games, own)
    expect(await sessionOf(member)).toMatchObject({ isOpen: true })
    pass(5)
    expect(await minutesOf(member)).toEqual([15, 15, 15])
    expect((await move(member, 'PG', 'WALLET', 300)).status).toBe(200)
    pass(5)
    expect(await minutesOf(member)).toEqual([15, 15, 15])
  })

  test('no money gets into a game once the time is used up, and all of it out again', async () => {
    server.clock.advanceToNoon()
    const member = await newPlayer(server, 100_000)
    await limitTo(member, 'day', 20)
    await limitTo(member, 'month', 600)
    expect((await move(member, 'WALLET', 'PG', 300)).status).toBe(200)
    pass(19)
    expect((await move(member, 'WALLET', 'PG', 1)).status).toBe(200)
    pass(1)
    const until = new Date(server.clock.now().getTime() + 11 * HOUR + 40 * MINUTE).toISOString()
    for (const [from, to] of [
      ['WALLET', 'PG'],
      ['PG', 'JOKER'],
    ] as const)
      expect(await move(member, from, to, 1)).toMatchObject({
        status: 400,
        body: { message: 'TIME_LIMIT', reason: 'time-used', until },
      })
    expect(await member.request(transferAll, { body: { to: 'PG' } })).toMatchObject(refused('TIME_LIMIT'))
    expect((await member.request(transferAll, { body: { to: 'WALLET' } })).status).toBe(200)
    expect((await member.request(withdraw, { body: { amount: 1000 } })).status).toBe(200)
    server.clock.advance(12 * HOUR)
    expect((await move(member, 'WALLET', 'PG', 1)).body).not.toMatchObject({ message: 'TIME_LIMIT' })
  })

  test('of two limits that are used up the one that lasts longer says until when', async () => {
    server.clock.advanceToNoon()
    const member = await newPlayer(server, 100_000)
    for (const period of ['month', 'day', 'week'] as const) await limitTo(member, period, 15)
    await move(member, 'WALLET', 'PG', 300)
    pass(15)
    const ends = (await timesOf(member)).map(({ until }) => until).toSorted()
    const body = { message: 'TIME_LIMIT', reason: 'time-used', until: ends.at(-1) }
    expect(await move(member, 'WALLET', 'PG', 1)).toMatchObject({ status: 400, body })
  })

  test('lower at once, higher after a day and a second yes', async () => {
    const member = await newPlayer(server, 100_000)
    await limitTo(member, 'week', 60)
    await limitTo(member, 'week', 30)
    await limitTo(member, 'week', 90)
    const week = async () => (await timesOf(member)).find(({ period }) => period === 'week')
    expect(await week()).toMatchObject({ minutes: 30, raise: { minutes: 90 } })
    expect(await confirm(member, 'week')).toMatchObject(refused('LIMIT_WAIT'))
    server.clock.advance(DAY)
    expect((await confirm(member, 'week')).status).toBe(200)
    expect(await week()).toMatchObject({ minutes: 90 })
    await limitTo(member, 'week', null)
    server.clock.advance(DAY)
    await confirm(member, 'week')
    expect((await week())?.minutes).toBeFalsy()
    expect(await confirm(member, 'week')).toMatchObject(refused('NO_DATA'))
    expect(await eventsOf(server, member, 'limit-changed')).toHaveLength(6)
  })

  test('more time that was asked for lapses seven days after its 24 hours', async () => {
    const member = await newPlayer(server)
    await limitTo(member, 'week', 30)
    await limitTo(member, 'week', 90)
    server.clock.advance(8 * DAY)
    const week = (await timesOf(member)).find(({ period }) => period === 'week')
    expect(week).toMatchObject({ minutes: 30 })
    expect(week?.raise ?? null).toBeNull()
    expect(await confirm(member, 'week')).toMatchObject(refused('NO_DATA'))
  })

  test('when to be asked is the member’s choice among what the house offers', async () => {
    const member = await newPlayer(server)
    expect((await member.request(getPlay)).body).toMatchObject({ every: 60, offered: [0, 15, 30, 60] })
    expect((await member.request(setRealityCheck, { body: { every: 15 } })).body.every).toBe(15)
    expect(await member.request(setRealityCheck, { body: { every: 20 } })).toMatchObject(
      refused('KEY_INVALID'),
    )
    await writeSetting(server.db, 'realityChecks', { offered: [30], usual: 30 })
    expect((await member.request(getPlay)).body).toMatchObject({ every: 30, offered: [30] })
    await writeSetting(server.db, 'realityChecks', { offered: [0, 15, 30, 60], usual: 60 })
  })

  type Step =
    | { act: 'in' | 'over' | 'back'; game: string; baht: number }
    | { act: 'everything'; to: string }
    | { act: 'round'; baht: number }
  const game = fc.constantFrom('PG', 'JOKER')
  const baht = fc.integer({ min: 1, max: 300 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('in' as const, 'over' as const), game, baht }) },
    fc.record({ act: fc.constant('back' as const), game, baht }),
    fc.record({ act: fc.constant('everything' as const), to: fc.constantFrom('WALLET', 'PG') }),
    fc.record({ act: fc.constant('round' as const), baht: fc.integer({ min: -30, max: 30 }) }),
  )
  const perform = async (member: TestMember, asked: Step) => {
    switch (asked.act) {
      case 'in':
        return move(member, 'WALLET', asked.game, asked.baht)
      case 'over':
        return move(member, asked.game, asked.game === 'PG' ? 'JOKER' : 'PG', asked.baht)
      case 'back':
        return move(member, asked.game, 'WALLET', asked.baht)
      case 'everything':
        return member.request(transferAll, { body: { to: asked.to } })
      default:
        if (asked.baht !== 0) await round(member, asked.baht * 100)
        return undefined
    }
  }
  const isInto = (asked: Step) =>
    asked.act === 'in' || asked.act === 'over' || (asked.act === 'everything' && asked.to !== 'WALLET')

  /** Minutes of the day in Bangkok that the rows say, counted here; rows must not overlap. */
  async function playedToday({ id }: TestMember) {
    const now = server.clock.now().getTime()
    const midnight = now - ((now + 7 * HOUR) % DAY)
    const rows = await server.db
      .select()
      .from(playTimes)
      .where(and(eq(playTimes.memberId, id), gt(playTimes.endsAt, new Date(midnight))))
      .orderBy(asc(playTimes.startedAt), asc(playTimes.id))
    let [played, last] = [0, 0]
    for (const { startedAt, endsAt } of rows) {
      expect(startedAt.getTime()).toBeGreaterThanOrEqual(last)
      last = endsAt.getTime()
      played += Math.max(Math.min(last, now) - Math.max(startedAt.getTime(), midnight), 0)
    }
    return played / MINUTE
  }

  test(
    'whatever eight clients do at once, no limit is passed, and no money locked',
    { timeout: TIMEOUT_MS },
    async () => {
      const rounds = fc.array(
        fc.record({
          steps: fc.array(step, { minLength: 4, maxLength: 12 }),
          minutes: fc.integer({ min: 0, max: 45 }),
        }),
        { minLength: 4, maxLength: 10 },
      )
      const numRuns = process.env['LONG'] === '1' ? 100 : isDrawnInFull(kind) ? 6 : 3
      await fc.assert(
        fc.asyncProperty(rounds, fc.integer({ min: 0, max: 90 }), async (drawn, minutes) => {
          const member = await newPlayer(server, 1_000_000)
          await limitTo(member, 'day', minutes)
          for (const { steps, minutes: meanwhile } of drawn) {
            const isUp = (await playedToday(member)) >= minutes
            const waiting = steps.values()
            const client = async () => {
              for (const asked of waiting) {
                const answer = await perform(member, asked)
                expect(answer?.status ?? 200).toBeLessThan(500)
                const isRefused = answer?.body.message === 'TIME_LIMIT'
                const isIn = isInto(asked) && answer?.status === 200 && answer.body.amount !== 0
                expect({ isUp, isIn, isRefused }).toEqual(
                  isUp ? { isUp, isIn: false, isRefused } : { isUp, isIn, isRefused: false },
                )
              }
            }
            await Promise.all(Array.from({ length: CLIENTS }, client))
            pass(meanwhile)
          }
          // Whatever the limit says now, the way out is open.
          expect((await member.request(transferAll, { body: { to: 'WALLET' } })).status).toBe(200)
          const { games, moving } = await balancesOf(server.db, member.id)
          expect({ moving, inGames: Object.values(games).reduce((sum, one) => sum + one, 0) }).toEqual({
            moving: 0,
            inGames: 0,
          })
          const [ongoing] = await rowsOf<{ found: number }>(
            server.db,
            sql`select count(*)::int as found from play_times where member_id = ${member.id} and ends_at > ${server.clock.now().toISOString()}`,
          )
          expect(ongoing?.found).toBe(0)
        }),
        { numRuns, endOnFailure: true },
      )
      await server.expectBalancedLedger()
    },
  )
})
