import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { activateGame, addMoney, transfer, transferAll, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { openTestServer, SETUP_TIMEOUT_MS, type TestMember, type TestServer } from '../test-server.ts'

type Operation =
  | { act: 'deposit' | 'withdraw'; baht: number }
  | { act: 'settle' | 'refuse' }
  | { act: 'withdraw all'; baht: number }
  | { act: 'move'; from: string; to: string; baht: number; fails: boolean }
  | { act: 'move all'; to: string }

const place = fc.constantFrom('WALLET', 'PG', 'JOKER')
const baht = fc.integer({ min: 100, max: 60_000 }).map((satang) => satang / 100)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ act: fc.constant('deposit' as const), baht }),
  fc.record({ act: fc.constantFrom('withdraw' as const, 'withdraw all' as const), baht }),
  fc.record({ act: fc.constantFrom('settle' as const, 'refuse' as const) }),
  fc.record({ act: fc.constant('move' as const), from: place, to: place, baht, fails: fc.boolean() }),
  fc.record({ act: fc.constant('move all' as const), to: place }),
)

describeOnEach('the wallet after a row of the statement', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  }, SETUP_TIMEOUT_MS)

  /** May be refused, such as a transfer of more than there is: then nothing has changed. */
  async function perform({ id, request }: TestMember, asked: Operation): Promise<void> {
    switch (asked.act) {
      case 'deposit':
        await request(addMoney, { body: { amount: asked.baht } })
        break
      case 'withdraw':
        await request(withdraw, { body: { amount: asked.baht } })
        break
      case 'withdraw all':
        await request(withdrawAll, { body: { amount: asked.baht } })
        break
      case 'move all':
        await request(transferAll, { body: { to: asked.to } })
        break
      case 'move': {
        const { from, to, baht: amount, fails } = asked
        const broken = { name: `game:${from === 'WALLET' ? to : from}` }
        if (fails) await server.submitForm('/switches', broken)
        await request(transfer, { body: { from, to, amount } })
        if (fails) await server.submitForm('/switches', broken)
        break
      }
      default: {
        const [pending] = await server.db
          .select({ id: withdrawals.id })
          .from(withdrawals)
          .where(and(eq(withdrawals.memberId, id), eq(withdrawals.status, 'pending')))
        if (pending) await server.submitForm(`/withdrawals/${asked.act}`, pending)
      }
    }
  }

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
          await perform(member, asked)
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
