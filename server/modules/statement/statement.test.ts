import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney, withdraw } from '#api/contract/wallet.ts'
import { HOUR } from '../../clock.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, SETUP_TIMEOUT_MS, refused } from '../test-server.ts'

describeOnOne('the statement', (open) => {
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

  test('counts each row once, however often it is read while rows are added', async () => {
    const member = await server.newMember()
    const add = () => member.request(addMoney, { body: { amount: 1 } })
    const read = async (only: object = {}) =>
      (await member.request(listStatements, { body: { page: 1, limit: 2, ...only } })).body.total
    for (let rows = 0; rows < 4; rows += 1) await add()
    expect([await read(), await read()]).toEqual([4, 4])
    const adding = add()
    const meanwhile = await read()
    await adding
    expect([4, 5]).toContain(meanwhile)
    expect([await read(), await read()]).toEqual([5, 5])
    await add()
    expect([await read({ statementTypes: ['deposit'] }), await read()]).toEqual([6, 6])
    await add()
    server.clock.advance(HOUR)
    expect([
      await read(),
      await read({ statementTypes: ['deposit'] }),
      await read({ type: 'bonus' }),
    ]).toEqual([7, 7, 0])
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
