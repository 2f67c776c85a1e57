import * as fc from 'fast-check'
import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { confirmLimit } from '#api/contract/limits.ts'
import { type QrChannel, qrChannels } from '#api/contract/qr-channels.ts'
import { transferAll, withdraw } from '#api/contract/wallet.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { statements } from '../../database/schema/statements.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { openTestServer, SETUP_TIMEOUT_MS, type TestMember, type TestServer } from '../test-server.ts'
import { arrive, askQr, limit, move, newPlayer } from './test-limits.ts'

const RUNS = process.env['LONG'] === '1' ? 200 : 6
const CLIENTS = 8
const TIMEOUT_MS = 30 * 60_000
const START = 1_000_000

type Step =
  | { act: 'in' | 'back'; game: string; baht: number }
  | { act: 'everything'; to: string }
  | { act: 'code'; channel: QrChannel; baht: number }
  | { act: 'arrives' | 'withdraw' | 'raise'; baht: number }

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
)

describeOnEach('whatever eight clients of a member do at once', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(() => open({ poolSize: CLIENTS }))
  }, SETUP_TIMEOUT_MS)

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
      default:
        await limit(member, 'loss', 'day', 100_000 + asked.baht)
        return request(confirmLimit, { body: { kind: 'loss', period: 'day' } })
    }
  }

  /** The most that was lost at any time, from the statement: what the limit may have let through. */
  async function mostLost({ id }: TestMember) {
    const rows = await server.db
      .select()
      .from(statements)
      .where(and(eq(statements.memberId, id), eq(statements.type, 'transfer')))
      .orderBy(asc(statements.createdAt), asc(statements.id))
    let [lost, most] = [0, 0]
    for (const { from, to, status, amount } of rows) {
      expect(status).not.toBe('PENDING')
      if (status === 'FAILED') continue
      lost += (from === 'WALLET' ? amount : 0) - (to === 'WALLET' ? amount : 0)
      most = Math.max(most, lost)
    }
    return { lost, most }
  }

  test('no limit is passed, and no owed money is locked', { timeout: TIMEOUT_MS }, async () => {
    const numRuns = isDrawnInFull(kind) ? RUNS : 3
    const lists = fc.array(step, { minLength: 24, maxLength: 48 })
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        async (steps, lossBaht, depositBaht) => {
          const member = await newPlayer(server, START)
          await limit(member, 'loss', 'day', lossBaht)
          await limit(member, 'loss', 'month', lossBaht + 100)
          await limit(member, 'deposit', 'week', depositBaht)
          const waiting = steps.values()
          const client = async () => {
            for (const asked of waiting) expect((await perform(member, asked)).status).toBeLessThan(500)
          }
          await Promise.all(Array.from({ length: CLIENTS }, client))

          const { lost, most } = await mostLost(member)
          expect(most).toBeLessThanOrEqual(lossBaht * 100)
          const { games } = await balancesOf(server.db, member.id)
          expect(Object.values(games).reduce((sum, amount) => sum + amount, 0)).toBe(lost)
          const codes = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id))
          expect(codes.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(depositBaht * 100)

          // Whatever the limits say now, the way out is open.
          expect((await member.request(transferAll, { body: { to: 'WALLET' } })).status).toBe(200)
          const after = await balancesOf(server.db, member.id)
          expect({
            moving: after.moving,
            games: Object.values(after.games).filter((amount) => amount > 0),
          }).toEqual({ moving: 0, games: [] })
          const { body } = await member.request(withdraw, { body: { amount: 100 } })
          expect(['SUCCESS', 'REQUEST_LIMIT']).toContain(body.message)
        },
      ),
      { numRuns, endOnFailure: true },
    )
    await server.expectBalancedLedger()
  })
})
