import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { activateGame } from '#api/contract/wallet.ts'
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
          for (const [index, row] of now.entries()) {
            const before = rows[index]?.after
            const isNew = row.status !== 'FAILED' && before === undefined && row.after !== undefined
            if (isNew) {
              wallet += row.to === 'WALLET' ? row.amount : -row.amount
              seen.add(`${asked.act} ${row.to}`)
            }
            const due = row.status === 'FAILED' ? undefined : isNew ? wallet : before
            expect(row.after, asked.act).toBe(due)
          }
          const held = await member.wallet()
          // Only a refused withdrawal brings money without a row of its own.
          if (asked.act === 'refuse') wallet = held
          expect(wallet, asked.act).toBe(held)
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
      ]),
    )
  }, 240_000)
})
