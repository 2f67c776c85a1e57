import { readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { rowsOf, transact } from '../database/query.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { turnoverGoals } from '../database/schema/turnover.ts'
import { describeOnEach, isDrawnInFull } from '../database/test-database.ts'
import { auditLedger } from '../ledger/audit.ts'
import { balancesOf } from '../ledger/balances.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { receiveTransfer } from './receive-transfer.ts'

const RUNS = process.env['LONG'] === '1' ? 200 : 10

/** The statements of “A credit that was wrong”, in their order. */
const [, section = ''] =
  /^## A credit that was wrong\n([^]*?)^## /mu.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
const [takeBack = '', endPromises = '', giveInstead = ''] = [...section.matchAll(/```sql\n([^]*?)```/gu)].map(
  ([, statement = '']) => statement,
)

describeOnEach('a wrong credit corrected by hand, as docs/operating.md says', (open, kind) => {
  let server: TestServer
  let credits = 0
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** Runs a statement with its variables filled in, as psql does. */
  const run = async (statement: string, values: Record<string, string | number>) => {
    const filled = statement.replaceAll(
      /(?<![\w:]):('?)(transfer|satang|why|member)\1/gu,
      (_, quote: string, name: string) => {
        const value = String(values[name])
        return quote === '' ? value : `'${value.replaceAll("'", "''")}'`
      },
    )
    const [row] = await rowsOf<{ result: { outcome: string; balance?: number } }>(server.db, sql.raw(filled))
    return row?.result
  }
  async function credited(memberId: string, amount: number) {
    const now = server.clock.now()
    const bankReference = { bank: '014', reference: `WRONG${(credits += 1)}` }
    const report = { source: 'slip', channel: 'SLIP', amount, memberId, ownReference: null } as const
    const { transfer } = await transact(server.db, (tx) =>
      receiveTransfer(tx, { ...report, bankReference, paidAt: null }, { credits: true, now }),
    )
    const trail = () =>
      server.db
        .select({ memberId: auditEvents.memberId, before: auditEvents.before, after: auditEvents.after })
        .from(auditEvents)
        .where(and(eq(auditEvents.subject, transfer.id), eq(auditEvents.kind, 'credit-corrected')))
    const back = (satang: number) =>
      run(takeBack, { transfer: transfer.id, satang, why: 'it was typed ’wrongly’' })
    return { id: transfer.id, trail, back }
  }
  const houseBank = async () => {
    const [row] = await rowsOf<{ sum: number }>(
      server.db,
      sql`select coalesce(sum(e.amount), 0)::bigint as sum from ledger_entries e
        join ledger_accounts a on a.id = e.account_id where a.name = 'house:bank:SLIP'`,
    )
    return Number(row?.sum)
  }

  test('whatever is credited and spent, no more is taken than is there, and after all of it every balance is as before', async () => {
    const satang = fc.oneof(fc.constantFrom(1, 100, 30_000), fc.integer({ min: 1, max: 5_000_000 }))
    await fc.assert(
      fc.asyncProperty(satang, satang, satang, fc.nat(3), async (held, amount, asked, spent) => {
        const member = await server.newMember({ wallet: held })
        const before = { ...(await balancesOf(server.db, member.id)), bank: await houseBank() }
        const { back, trail } = await credited(member.id, amount)
        const gone = spent === 0 ? 0 : Math.min(held + amount, Math.ceil((asked * spent) / 3))
        if (gone > 0)
          await server.db.execute(
            sql`select ledger_post(${`spent:${member.id}`}, 'spent', ${JSON.stringify([
              { account: `member:${member.id}:wallet`, amount: -gone },
              { account: 'house:games:PG', amount: gone },
            ])}::jsonb, null, '[]')`,
          )
        const there = held + amount - gone
        const taken = Math.min(asked, amount)
        const first = await back(taken)
        const isThere = taken <= there
        expect(first).toMatchObject(isThere ? { outcome: 'posted' } : { outcome: 'short', balance: there })
        expect(await back(taken)).toMatchObject({ outcome: isThere ? 'repeated' : 'short' })
        const { wallet, ...others } = await balancesOf(server.db, member.id)
        const now = { wallet: wallet + gone, ...others, bank: await houseBank() }
        const left = amount - (isThere ? taken : 0)
        expect(now).toEqual({ ...before, wallet: before.wallet + left, bank: before.bank - left })
        expect(await trail()).toHaveLength(isThere ? 1 : 0)
        expect(await auditLedger(server.db, { memberIds: [member.id] })).toEqual([])
      }),
      { numRuns: isDrawnInFull(kind) ? RUNS : 3, endOnFailure: true },
    )
    await server.expectBalancedLedger()
  })

  test('is in the trail, ends what the deposit promised, and gives the money to whose it is', async () => {
    const inviter = await server.newMember()
    const [wrong, right] = [await server.newMember({ invitedBy: inviter.id }), await server.newMember()]
    const { id, back, trail } = await credited(wrong.id, 30_000)
    expect(await back(30_001)).toBeUndefined()
    expect(await back(30_000)).toMatchObject({ outcome: 'posted' })
    await expect(back(10)).rejects.toThrow('Failed query')
    expect(await trail()).toEqual([
      {
        memberId: wrong.id,
        before: { amount: 30_000 },
        after: { taken: 30_000, why: 'it was typed ’wrongly’' },
      },
    ])
    const waiting = async () =>
      (await server.db.select().from(turnoverGoals).where(eq(turnoverGoals.memberId, wrong.id))).filter(
        ({ metAt }) => metAt === null,
      )
    const purposes = async () => (await waiting()).map(({ purpose }) => purpose).toSorted()
    expect(await purposes()).toEqual(['coins', 'invite'])
    await run(endPromises, { transfer: id })
    expect(await purposes()).toEqual([])

    const give = () => run(giveInstead, { transfer: id, member: right.id, satang: 30_000, why: 'it is hers' })
    expect([await give(), await give()]).toMatchObject([{ outcome: 'posted' }, { outcome: 'repeated' }])
    expect([await wrong.wallet(), await right.wallet()]).toEqual([0, 30_000])
    const { body } = await right.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(body.statements).toMatchObject([
      { statementType: 'deposit', amount: 300, from: 'SLIP', status: 'SUCCESS', balanceAfter: 300 },
    ])
    await server.expectBalancedLedger()

    // The first deposit that was really made earns the inviter, and is not ended with another one.
    const real = await credited(wrong.id, 20_000)
    const other = await credited(wrong.id, 15_000)
    await other.back(15_000)
    await run(endPromises, { transfer: other.id })
    expect(await purposes()).toEqual(['coins', 'invite'])
    await server.play(wrong, 20_000)
    const earned = async () => (await inviter.request(getWallet)).body.invite?.amount
    expect(await earned()).toBe(50)
    await real.back(20_000)
    await run(endPromises, { transfer: real.id })
    expect(await earned()).toBe(50)
  })
})
