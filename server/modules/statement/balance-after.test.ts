import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import { operation, perform } from './test-history.ts'

describeOnEach('the wallet after a row of the statement', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** Oldest first, in satang. */
  async function rowsOf({ request }: TestMember) {
    const { body } = await request(listStatements, { body: { page: 1, limit: 100 } })
    return body.statements.toReversed().map(({ amount, balanceAfter, ...row }) => ({
      ...row,
      amount: Math.round(amount * 100),
      after: typeof balanceAfter === 'number' ? Math.round(balanceAfter * 100) : undefined,
    }))
  }

  type StatementRow = Awaited<ReturnType<typeof rowsOf>>[number]
  const isSame =
    ({ createdAt, statementType, from, amount }: StatementRow) =>
    (row: StatementRow) =>
      row.createdAt === createdAt &&
      row.statementType === statementType &&
      row.from === from &&
      row.amount === amount

  test('is what it held when the row moved its money, one row after the other, and never changes; a failed row has none', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 14 }), async (operations) => {
        const member = await server.newMember({ wallet: 100_000 })
        for (const slot of ['PG', 'JOKER']) await member.request(activateGame, { params: { slot } })
        let rows = await rowsOf(member)
        let wallet = await member.wallet()
        for (const asked of operations) {
          await perform(server, member, asked)
          const now = await rowsOf(member)
          // What had left the wallet and failed, or gives way to the whole withdrawal, is back before anything else.
          for (const row of rows.filter(({ from, after }) => from === 'WALLET' && after !== undefined))
            if ((now.find(isSame(row))?.status ?? 'FAILED') === 'FAILED') wallet += row.amount
          for (const row of now) {
            const before = rows.find(isSame(row))?.after
            const isNew = row.status !== 'FAILED' && before === undefined && row.after !== undefined
            if (isNew) {
              wallet += row.to === 'WALLET' ? row.amount : -row.amount
              seen.add(`${asked.act} ${row.to}`)
            }
            const due = row.status === 'FAILED' ? undefined : isNew ? wallet : before
            expect(row.after, asked.act).toBe(due)
          }
          expect(wallet, asked.act).toBe(await member.wallet())
          rows = now
        }
      }),
      {
        numRuns: isDrawnInFull(kind) ? 25 : 4,
        examples: [
          [
            [
              { act: 'move', from: 'WALLET', to: 'PG', baht: 300.25, fails: false },
              { act: 'move', from: 'WALLET', to: 'JOKER', baht: 200, fails: false },
              { act: 'move', from: 'PG', to: 'JOKER', baht: 100, fails: false },
              { act: 'move', from: 'PG', to: 'WALLET', baht: 50, fails: true },
              { act: 'move', from: 'WALLET', to: 'PG', baht: 50, fails: true },
              { act: 'move all', to: 'WALLET' },
              { act: 'withdraw', baht: 120 },
              { act: 'deposit', baht: 10 },
              { act: 'refuse' },
              { act: 'move', from: 'WALLET', to: 'PG', baht: 50, fails: false },
              { act: 'withdraw all', baht: 150 },
              { act: 'settle' },
            ],
          ],
          [
            [
              { act: 'move', from: 'WALLET', to: 'PG', baht: 100, fails: false },
              { act: 'move', from: 'WALLET', to: 'JOKER', baht: 100, fails: false },
              { act: 'move', from: 'JOKER', to: 'WALLET', baht: 50, fails: false },
              { act: 'withdraw all', baht: 400, isSilent: true },
              { act: 'deposit', baht: 10 },
              { act: 'answer', fails: true },
              { act: 'withdraw all', baht: 400, isSilent: true },
              { act: 'withdraw', baht: 110 },
              { act: 'answer', fails: false },
              { act: 'settle' },
            ],
          ],
        ],
      },
    )
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'deposit WALLET',
        'withdraw KBANK',
        'move PG',
        'move WALLET',
        'move all WALLET',
        'withdraw all KBANK',
        'answer WALLET',
        'answer KBANK',
      ]),
    )
  }, 240_000)
})
