import { and, asc, eq, like, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { exportStatements, type StatementTotal, totalStatements } from '#api/contract/statement-figures.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { gameResults } from '../../database/schema/games.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../database/schema/ledger.ts'
import { statements } from '../../database/schema/statements.ts'
import { describeOnOne, isDrawnInFull } from '../../database/test-database.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import { readCsv } from './test-csv.ts'
import { operation, perform, play } from './test-history.ts'

const HOUR = 60 * 60_000

/** The last and the first millisecond of a day, a month, a short month and a year in Bangkok, and a time in between. */
const moments = [
  '2026-01-15T16:59:59.999Z',
  '2026-01-15T17:00:00.000Z',
  '2026-01-31T16:59:59.999Z',
  '2026-01-31T17:00:00.000Z',
  '2026-02-01T03:04:05.678Z',
  '2028-02-29T16:59:59.999Z',
  '2028-02-29T17:00:00.000Z',
  '2028-12-31T16:59:59.999Z',
  '2028-12-31T17:00:00.000Z',
].map((at) => new Date(at))
const moment = fc.constantFrom(...moments)

/** The day in Bangkok, without the code under test. */
const dayOf = (at: Date) => new Date(at.getTime() + 7 * HOUR).toISOString().slice(0, 10)

const always = { from: '2020-01-01T00:00:00Z', until: '2029-12-01T00:00:00Z' }

/** Adds the amounts of one period, in satang. */
class Sums {
  readonly periods = new Map<string, Record<string, number>>()
  add(period: string, what: string, satang: number): void {
    const sums = this.periods.get(period) ?? {}
    sums[what] = (sums[what] ?? 0) + satang
    this.periods.set(period, sums)
  }
}

describeOnOne('the figures of the statement', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** Spreads the member's rows and rounds over time, in their order. */
  async function spread({ id }: TestMember, draw: readonly Date[]): Promise<void> {
    for (const table of [statements, gameResults]) {
      const rows = await server.db
        .select({ id: table.id })
        .from(table)
        .where(eq(table.memberId, id))
        .orderBy(asc(table.id))
      const times = rows
        .map((_, index) => draw[index % draw.length] ?? new Date(0))
        .toSorted((one, other) => one.getTime() - other.getTime())
      for (const [index, row] of rows.entries())
        await server.db.update(table).set({ createdAt: times[index] }).where(eq(table.id, row.id))
    }
  }

  /** What the ledger's entries say, by day and by month. */
  async function ledgerOf({ id }: TestMember): Promise<Sums> {
    const sums = new Sums()
    const add = (at: Date, what: string, satang: number) => {
      sums.add(dayOf(at), what, satang)
      sums.add(dayOf(at).slice(0, 7), what, satang)
    }
    const entriesOf = (account: string) =>
      server.db
        .select({ act: ledgerPostings.operationId, posting: ledgerPostings.id, amount: ledgerEntries.amount })
        .from(ledgerEntries)
        .innerJoin(ledgerPostings, eq(ledgerPostings.id, ledgerEntries.postingId))
        .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
        .where(and(eq(ledgerAccounts.memberId, id), like(ledgerAccounts.name, account)))
    const rows = await server.db.select().from(statements).where(eq(statements.memberId, id))
    const wallet = await entriesOf('%:wallet')
    const paidOut = new Set((await entriesOf('%:withdrawing')).map(({ act }) => act))
    for (const { posting, amount } of wallet) {
      const row = rows.find((one) => one.postingId === posting && one.type !== 'transfer')
      if (row?.type === 'deposit' || row?.type === 'bonus') add(row.createdAt, `${row.type}s`, amount)
      // It has left the member for good once the bank has paid it.
      if (row?.type === 'withdraw' && paidOut.has(`withdraw-settled:${row.reference}`))
        add(row.createdAt, 'withdraws', -amount)
    }
    const rounds = await server.db.select().from(gameResults).where(eq(gameResults.memberId, id))
    for (const { act, amount } of await entriesOf('%:game:%')) {
      const round = rounds.find((one) => one.operationId === act)
      if (round) add(round.createdAt, amount > 0 ? 'won' : 'lost', Math.abs(amount))
    }
    return sums
  }

  const inSatang = (baht: number | null | undefined) => Math.round((baht ?? 0) * 100)

  async function totalsOf({ request }: TestMember, by: 'day' | 'month') {
    const { body } = await request(totalStatements, { body: { ...always, by } })
    return body.totals
  }

  /** The totals as the ledger's sums are written: what is zero is missing. */
  const asSums = (totals: readonly StatementTotal[]) =>
    Object.fromEntries(
      totals.map(({ period, ...total }) => {
        const amounts = {
          deposits: inSatang(total.deposits),
          withdraws: inSatang(total.withdrawals),
          bonuss: inSatang(total.bonuses),
          won: inSatang(total.won),
          lost: inSatang(total.lost),
        }
        return [period, Object.fromEntries(Object.entries(amounts).filter(([, satang]) => satang > 0))]
      }),
    )

  test('are the ledger’s over any history: each day, each month, and the whole of the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: operation }, { weight: 1, arbitrary: play }), {
          minLength: 4,
          maxLength: 12,
        }),
        fc.array(moment, { minLength: 1, maxLength: 12 }),
        async (operations, draw) => {
          const member = await server.newMember({ wallet: 100_000 })
          for (const slot of ['PG', 'JOKER']) await member.request(activateGame, { params: { slot } })
          for (const asked of operations) await perform(server, member, asked)
          await spread(member, draw)

          const sums = await ledgerOf(member)
          const of = (length: number) =>
            Object.fromEntries([...sums.periods].filter(([period]) => period.length === length))
          const withoutGames = Object.fromEntries(
            Object.entries(of(10)).flatMap(([day, amounts]) => {
              const moved = Object.entries(amounts).filter(([what]) => what !== 'won' && what !== 'lost')
              return moved.length > 0 ? [[day, Object.fromEntries(moved)]] : []
            }),
          )
          const [days, months] = [await totalsOf(member, 'day'), await totalsOf(member, 'month')]
          expect(asSums(days)).toEqual(withoutGames)
          expect(asSums(months)).toEqual(of(7))
          const newestFirst = days.map(({ period }) => period)
          expect(newestFirst).toEqual(newestFirst.toSorted().toReversed())

          // All that ever came in and did not go out is what the member has, wherever it lies.
          const [held] = await server.db
            .select({ sum: sql`sum(${ledgerAccounts.balance})`.mapWith(Number) })
            .from(ledgerAccounts)
            .where(eq(ledgerAccounts.memberId, member.id))
          const whole = months.reduce(
            (sum, total) =>
              sum +
              inSatang(total.deposits) +
              inSatang(total.bonuses) -
              inSatang(total.withdrawals) +
              inSatang(total.won) -
              inSatang(total.lost),
            0,
          )
          expect(whole).toBe(held?.sum)

          const { body: file } = await member.request(exportStatements, { body: always })
          const [heads = [], ...lines] = readCsv(file)
          const change = heads.indexOf('เงินเข้าออกกระเป๋าเงิน (บาท)')
          const moved = lines.map((line) => Math.round(Number(line[change]) * 100))
          expect(moved.reduce((sum, satang) => sum + satang, 0)).toBe(await member.wallet())
        },
      ),
      {
        numRuns: isDrawnInFull(kind) ? 20 : 3,
        examples: [
          [
            [
              { act: 'deposit', baht: 500.25 },
              { act: 'withdraw', baht: 120 },
              { act: 'settle' },
              { act: 'withdraw', baht: 130 },
              { act: 'refuse' },
              { act: 'move', from: 'WALLET', to: 'PG', baht: 300, fails: false },
              { act: 'move', from: 'WALLET', to: 'PG', baht: 50, fails: true },
              { act: 'play', game: 'PG', satang: 12_345 },
              { act: 'play', game: 'PG', satang: -10_001 },
              { act: 'withdraw', baht: 100 },
            ],
            moments,
          ],
          [
            [
              { act: 'move', from: 'WALLET', to: 'PG', baht: 300, fails: false },
              { act: 'move', from: 'WALLET', to: 'JOKER', baht: 200, fails: false },
              { act: 'withdraw all', baht: 600, isSilent: true },
            ],
            moments,
          ],
        ],
      },
    )
  }, 240_000)

  test('a day begins at midnight in Bangkok, and a month with its first day', async () => {
    const member = await server.newMember()
    for (const [amount, at] of [
      [1, '2026-01-31T16:59:59.999Z'],
      [2, '2026-01-31T17:00:00.000Z'],
      [4, '2026-02-28T16:59:59.999Z'],
      [8, '2026-02-28T17:00:00.000Z'],
    ] as const)
      await server.db
        .insert(statements)
        .values({ memberId: member.id, type: 'deposit', amount: amount * 100, createdAt: new Date(at) })
    const deposits = async (by: 'day' | 'month', range = always) => {
      const { body } = await member.request(totalStatements, { body: { ...range, by } })
      return body.totals.map((total) => [total.period, total.count, total.deposits])
    }
    expect(await deposits('day')).toEqual([
      ['2026-03-01', 1, 8],
      ['2026-02-28', 1, 4],
      ['2026-02-01', 1, 2],
      ['2026-01-31', 1, 1],
    ])
    expect(await deposits('month')).toEqual([
      ['2026-03', 1, 8],
      ['2026-02', 2, 6],
      ['2026-01', 1, 1],
    ])
    const february = { from: '2026-01-31T17:00:00Z', until: '2026-02-28T17:00:00Z' }
    expect(await deposits('month', february)).toEqual([['2026-02', 2, 6]])
  })

  test('a bonus that was taken back is none, one that ended is', async () => {
    const member = await server.newMember()
    const add = (
      row: Pick<typeof statements.$inferInsert, 'type' | 'amount' | 'from' | 'status'>,
      at: string,
    ) => server.db.insert(statements).values({ memberId: member.id, createdAt: new Date(at), ...row })
    await add({ type: 'bonus', amount: 50_000 }, '2026-01-10T05:00:00Z')
    await add({ type: 'bonus', amount: 20_000 }, '2026-01-10T05:00:00Z')
    await add({ type: 'finish_bonus', amount: 20_000 }, '2026-01-10T06:00:00Z')
    await add({ type: 'finish_bonus', amount: 30_000, from: 'WALLET' }, '2026-01-10T06:00:00Z')
    await add({ type: 'finish_bonus', amount: 20_000, from: 'PG' }, '2026-02-10T06:00:00Z')
    await add({ type: 'finish_bonus', amount: 9_000, from: 'PG', status: 'PENDING' }, '2026-02-10T06:00:00Z')
    const bonuses = async (only: object = {}) => {
      const { body } = await member.request(totalStatements, { body: { ...always, by: 'month', ...only } })
      return body.totals.map((total) => [total.period, total.count, total.bonuses])
    }
    const net = [
      ['2026-02', 0, -200],
      ['2026-01', 2, 400],
    ]
    expect(await bonuses()).toEqual(net)
    expect(await bonuses({ statementTypes: ['bonus'] })).toEqual(net)
    expect(await bonuses({ statementTypes: ['deposit'] })).toEqual([])
  })

  test('a filter sums only what it shows, and leaves the games out', async () => {
    const member = await server.newMember({ wallet: 50_000 })
    await perform(server, member, { act: 'withdraw', baht: 120 })
    await perform(server, member, { act: 'settle' })
    const range = {
      from: new Date(Date.now() - HOUR).toISOString(),
      until: new Date(Date.now() + HOUR).toISOString(),
    }
    const first = async (only: object) =>
      (await member.request(totalStatements, { body: { ...range, by: 'month', ...only } })).body.totals[0]
    expect(await first({})).toMatchObject({ count: 2, deposits: 500, withdrawals: 120, won: 250, lost: 250 })
    const withdrawn = await first({ statementTypes: ['withdraw', 'transfer'] })
    expect(withdrawn).toMatchObject({ count: 1, deposits: 0, withdrawals: 120 })
    expect(withdrawn).not.toHaveProperty('won')
    expect(await first({ search: '500.00' })).toMatchObject({ count: 1, deposits: 500, withdrawals: 0 })
    expect(await first({ statementTypes: ['transfer'] })).toBeUndefined()
  })

  test.each([
    { from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' },
    { from: '2000-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z' },
  ])('%j is no range', async (range) => {
    const { request } = await server.newMember()
    const wrong = { status: 400, body: { message: 'KEY_INVALID' } }
    expect(await request(totalStatements, { body: { ...range, by: 'day' } })).toMatchObject(wrong)
    expect(await request(exportStatements, { body: range })).toMatchObject(wrong)
  })
})
