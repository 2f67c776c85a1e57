import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney, withdraw } from '#api/contract/wallet.ts'
import { HOUR, later } from '../../clock.ts'
import { statements } from '../../database/schema/statements.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { type TestServer, openTestServer, SETUP_TIMEOUT_MS, refused } from '../test-server.ts'

describeOnEach('the statement', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  }, SETUP_TIMEOUT_MS)

  test('has ten rows per page, newest first, and only the member’s own', async () => {
    const member = await server.newMember()
    for (let amount = 1; amount <= 12; amount += 1) await member.request(addMoney, { body: { amount } })
    const page = async (number: number) =>
      (await member.request(listStatements, { body: { page: number, limit: 10 } })).body
    expect((await page(1)).statements.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(await page(2)).toMatchObject({ total: 12, statements: [{ amount: 2 }, { amount: 1 }] })
    expect(await page(3)).toEqual({ total: 12, statements: [] })
    const stranger = await server.newMember()
    const theirs = await stranger.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(theirs.body).toEqual({ total: 0, statements: [] })
  })

  test('tells how many rows there are, those that are written late and without those that are deleted', async () => {
    const member = await server.newMember()
    const add = () => member.request(addMoney, { body: { amount: 1 } })
    const read = async (only: object = {}) =>
      (await member.request(listStatements, { body: { page: 1, limit: 2, ...only } })).body.total
    for (let rows = 0; rows < 4; rows += 1) await add()
    expect(await read()).toBe(4)
    const adding = add()
    const meanwhile = await read()
    await adding
    expect([4, 5]).toContain(meanwhile)
    expect(await read()).toBe(5)
    // As of a transaction that began long ago, or of a clock that was put back.
    const createdAt = later(server.clock.now(), -HOUR)
    const late = { memberId: member.id, amount: 1, createdAt } as const
    const rows = [
      { ...late, type: 'bonus' as const },
      { ...late, type: 'bonus' as const },
      { ...late, type: 'deposit' as const },
    ]
    const written = await server.db.insert(statements).values(rows).returning({ id: statements.id })
    const totals = async () => [
      await read(),
      await read({ type: 'bonus' }),
      await read({ statementTypes: ['deposit', 'withdraw'] }),
      await read({ until: later(createdAt, 1).toISOString() }),
    ]
    expect(await totals()).toEqual([8, 2, 6, 3])
    await server.db.delete(statements).where(eq(statements.id, written[0]?.id ?? 0))
    expect(await totals()).toEqual([7, 1, 6, 2])
    const rollBack = new Error('roll back')
    const lost = server.db.transaction(async (tx) => {
      await tx.insert(statements).values(rows)
      throw rollBack
    })
    await expect(lost).rejects.toBe(rollBack)
    expect(await totals()).toEqual([7, 1, 6, 2])
  })

  test('can be filtered by types', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(withdraw, { body: { amount: 100 } })
    const types = async (...statementTypes: ('deposit' | 'withdraw' | 'bonus')[]) => {
      const { body } = await member.request(listStatements, { body: { page: 1, limit: 10, statementTypes } })
      return [body.total, ...body.statements.map(({ statementType }) => statementType)]
    }
    expect(await types('withdraw')).toEqual([1, 'withdraw'])
    expect(await types('deposit', 'bonus')).toEqual([1, 'deposit'])
    expect(await types('bonus')).toEqual([0])
  })

  test.each([
    { page: 0 },
    { limit: 101 },
    { statementTypes: [] },
    { statementTypes: ['cheese'] },
    { type: 'cheese' },
    { type: ['deposit'] },
    { from: '' },
    { from: '2026-01-05' },
    { from: '2026-13-05T00:00:00Z' },
    { until: '0000-01-01T00:00:00Z' },
    { until: '9999-01-01T00:00:00Z' },
    { until: 1767582245000 },
    { before: 1 },
  ])('%j is no page', async (wrong) => {
    const { request } = await server.newMember()
    const body = { page: 1, limit: 10, ...wrong } as never
    expect(await request(listStatements, { body })).toMatchObject(refused('KEY_INVALID'))
  })
})
