import * as fc from 'fast-check'
import { and, asc, eq, gt } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { confirmLimit, getLimits, payOutOwed, takeBreak } from '#api/contract/limits.ts'
import { type QrChannel, qrChannels } from '#api/contract/qr-channels.ts'
import { transferAll, withdraw } from '#api/contract/wallet.ts'
import { DAY } from '../../clock.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { gameResults } from '../../database/schema/games.ts'
import { statements } from '../../database/schema/statements.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import type { Client } from '../../http/test-app.ts'
import { balancesOf, type MemberBalances } from '../../ledger/balances.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import {
  arrive,
  askQr,
  givePassword,
  limit,
  move,
  newPlayer,
  playRound,
  shiftStatement,
} from './test-limits.ts'

const RUNS = process.env['LONG'] === '1' ? 200 : 6
const CLIENTS = 8
const TIMEOUT_MS = 30 * 60_000
const START = 1_000_000
const password = 'secret-1'

type Step =
  | { act: 'in' | 'back'; game: string; baht: number }
  | { act: 'everything'; to: string }
  | { act: 'code'; channel: QrChannel; baht: number }
  | { act: 'arrives' | 'withdraw' | 'raise' | 'won' | 'lost'; baht: number }

const baht = fc.integer({ min: 100, max: 40_000 }).map((satang) => satang / 100)
const game = fc.constantFrom('PG', 'JOKER')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('in' as const), game, baht }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('back' as const), game, baht }) },
  fc.record({ act: fc.constant('everything' as const), to: fc.constantFrom('WALLET', 'PG') }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('code' as const),
      channel: fc.constantFrom(...qrChannels),
      baht,
    }),
  },
  fc.record({ act: fc.constantFrom('arrives' as const, 'withdraw' as const, 'raise' as const), baht }),
  fc.record({ act: fc.constantFrom('won' as const, 'lost' as const), baht }),
)
/** What is done in each of several days, of different months. */
const days = fc.array(fc.array(step, { minLength: 8, maxLength: 16 }), { minLength: 2, maxLength: 3 })

describeOnEach('whatever eight clients of a member do at once', (open, kind) => {
  let server: TestServer
  let visitor: Client
  /** A game whose provider pays nothing any more. */
  let dead: string | undefined
  /** What rounds have staked that are open; satang by game. */
  let staked: Record<string, number> = {}
  beforeAll(async () => {
    server = await openTestServer(() => open({ poolSize: CLIENTS }))
    visitor = await server.client()
    const { games } = server.context.providers
    const own = games.move
    games.move = async (asked) => {
      if (asked.gameCode === dead) throw new ProviderFailure('gone')
      return own(asked)
    }
    const booked = games.balance
    games.balance = async (asked) => (await booked(asked)) - (staked[asked.gameCode] ?? 0)
  })

  const perform = async (member: TestMember, asked: Step) => {
    const { request } = member
    switch (asked.act) {
      case 'in':
        return move(member, 'WALLET', asked.game, asked.baht)
      case 'back':
        return move(member, asked.game, 'WALLET', asked.baht)
      case 'everything':
        return request(transferAll, { body: { to: asked.to } })
      case 'code':
        return askQr(member, asked.baht, asked.channel)
      case 'arrives':
        return arrive(member, asked.baht)
      case 'withdraw':
        return request(withdraw, { body: { amount: asked.baht } })
      case 'won':
      case 'lost': {
        const amount = Math.round(asked.baht * 100)
        await playRound(server, member, asked.act === 'won' ? amount : -amount)
        return { status: 200 }
      }
      default:
        await limit(member, 'loss', 'day', 100_000 + asked.baht)
        return request(confirmLimit, { body: { kind: 'loss', period: 'day' } })
    }
  }

  /**
   * What was lost in a day in the end, and at most at any time, from its rows of the statement: what the limit may have let through.
   * The satang that games `held` when it began come out first.
   */
  async function findLosses({ id }: TestMember, since: Date, held: number) {
    const rows = await server.db
      .select()
      .from(statements)
      .where(
        and(eq(statements.memberId, id), eq(statements.type, 'transfer'), gt(statements.createdAt, since)),
      )
      .orderBy(asc(statements.createdAt), asc(statements.id))
    let [into, back, lost, maxLost] = [0, 0, 0, 0]
    for (const { from, to, status, amount } of rows) {
      expect(status).not.toBe('PENDING')
      if (status === 'FAILED') continue
      if (from === 'WALLET') into += amount
      if (to === 'WALLET') back += amount
      lost = into - Math.max(back - held, 0)
      maxLost = Math.max(maxLost, lost)
    }
    return { lost, maxLost, moved: into - back }
  }

  async function playedSince({ id }: TestMember, since: Date) {
    const rows = await server.db
      .select()
      .from(gameResults)
      .where(and(eq(gameResults.memberId, id), gt(gameResults.createdAt, since)))
    return rows.reduce((sum, { amount }) => sum + amount, 0)
  }

  const sumOf = (games: MemberBalances['games']) =>
    Object.values(games).reduce((sum, amount) => sum + amount, 0)

  /** Everything comes out of the games, and can be withdrawn. */
  async function leave({ id, request }: TestMember) {
    expect((await request(transferAll, { body: { to: 'WALLET' } })).status).toBe(200)
    const after = await balancesOf(server.db, id)
    expect([after.moving, sumOf(after.games)]).toEqual([0, 0])
    const { body } = await request(withdraw, { body: { amount: 100 } })
    expect(['SUCCESS', 'REQUEST_LIMIT']).toContain(body.message)
  }

  /**
   * Everything goes to the bank while the member is excluded, but for what the dead game holds, and the stake (satang, at most) of a round that
   * is open in the other, and lost then.
   */
  async function leaveExcluded(member: TestMember, game: string, stake: number) {
    const { username } = await givePassword(server, member, password)
    await member.request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    const before = await balancesOf(server.db, member.id)
    const kept = before.games[game] ?? 0
    const other = game === 'PG' ? 'JOKER' : 'PG'
    const open = Math.min(stake, before.games[other] ?? 0)
    staked = { [other]: open }
    dead = game
    const { status } = await visitor(payOutOwed, { body: { username, password } })
    dead = undefined
    staked = {}
    expect(status).toBe(200)
    const { games, ...after } = await balancesOf(server.db, member.id)
    const withdrawing = before.wallet + before.withdrawing + sumOf(before.games) - kept - open
    expect(after).toEqual({ wallet: 0, moving: 0, withdrawing })
    expect([games[game] ?? 0, sumOf(games)]).toEqual([kept, kept + open])
    expect(await playRound(server, member, -open, other)).toBe('posted')
  }

  test('no limit is passed, and no owed money is locked', { timeout: TIMEOUT_MS }, async () => {
    const numRuns = isDrawnInFull(kind) ? RUNS : 3
    await fc.assert(
      fc.asyncProperty(
        days,
        baht,
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.constantFrom(undefined, 'PG', 'JOKER'),
        fc.integer({ min: 0, max: 60_000 }),
        async (drawn, left, lossBaht, depositBaht, deadGame, stake) => {
          const member = await newPlayer(server, START)
          await move(member, 'WALLET', 'PG', left)
          await limit(member, 'loss', 'day', lossBaht)
          await limit(member, 'loss', 'month', lossBaht + 100)
          await limit(member, 'deposit', 'week', depositBaht)
          for (const steps of drawn) {
            await shiftStatement(server, member, '40 days')
            const since = new Date(Date.now() - 20 * DAY)
            const held = sumOf((await balancesOf(server.db, member.id)).games)
            const waiting = steps.values()
            const client = async () => {
              for (const asked of waiting) expect((await perform(member, asked)).status).toBeLessThan(500)
            }
            await Promise.all(Array.from({ length: CLIENTS }, client))

            const { lost, maxLost, moved } = await findLosses(member, since, held)
            expect(maxLost).toBeLessThanOrEqual(lossBaht * 100)
            const { games } = await balancesOf(server.db, member.id)
            expect(sumOf(games)).toBe(held + moved + (await playedSince(member, since)))
            const { limits } = (await member.request(getLimits)).body
            const used = limits.flatMap((one) => (one.kind === 'loss' ? Math.round(one.used * 100) : []))
            expect(used).toEqual([lost, lost, lost])
          }
          const codes = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
          expect(codes.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(depositBaht * 100)

          // Whatever the limits say now, the way out is open.
          await (deadGame === undefined ? leave(member) : leaveExcluded(member, deadGame, stake))
        },
      ),
      { numRuns, endOnFailure: true },
    )
    await server.expectBalancedLedger()
  })
})
