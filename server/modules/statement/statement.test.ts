import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney, withdraw } from '#api/contract/wallet.ts'
import { HOUR, later } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { members } from '../../database/schema/members.ts'
import { statements } from '../../database/schema/statements.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { showAsProcessing } from '../../deposits/credit-transfer.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { gameOf, house, walletOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'

describeOnOne('the statement', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

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

  test('is searched by a part of a reference or note, and by an amount; only the member’s own rows are found', async () => {
    const [member, stranger] = [await server.newMember(), await server.newMember()]
    const values = { type: 'deposit', from: 'KBANK', to: 'WALLET' } as const
    await server.db.insert(statements).values([
      { ...values, memberId: member.id, amount: 1_234_50, reference: '7f3a9c00-1111-4222-8333-abcdefabcdef' },
      { ...values, memberId: member.id, amount: 100_00, reference: '0b1c2d3e-1111-4222-8333-000000000000' },
      { ...values, memberId: member.id, amount: 300_00, status: 'FAILED', note: '100% ปฏิเสธ_A\\B' },
      {
        ...values,
        memberId: stranger.id,
        amount: 1_234_50,
        reference: '7f3a9c00-1111-4222-8333-abcdefabcdee',
      },
    ])
    const find = async (search: string) => {
      const { body } = await member.request(listStatements, { body: { page: 1, limit: 10, search } })
      return body.statements.map(({ amount }) => amount)
    }
    expect(await find('3A9C')).toEqual([1234.5])
    expect(await find(' abcdefabcdef ')).toEqual([1234.5])
    expect(await find('-1111-')).toEqual([100, 1234.5])
    expect(await find('1,234.50')).toEqual([1234.5])
    expect(await find('๑๐๐ บาท')).toEqual([100])
    expect(await find('ปฏิเสธ')).toEqual([300])
    // None of them is a wildcard.
    for (const part of ['100%', 'ธ_a', String.raw`A\B`]) expect(await find(part), part).toEqual([300])
    for (const part of ['%', '_', String.raw`\ `.trim()]) expect(await find(part), part).toEqual([300])
    expect(await find('nothing')).toEqual([])
  })

  test('staff find a row of any member by a part of its reference', async () => {
    const { id } = await server.newMember()
    const reference = '5a5a9c00-7777-4222-8333-abcdefabcdef'
    await server.db.insert(statements).values({ memberId: id, type: 'deposit', amount: 4_321_00, reference })
    const find = async (part: string) => {
      const body = new URLSearchParams({ part })
      return (await server.app.request('/sandbox/statement', { method: 'POST', body })).text()
    }
    expect(await find(' 5A5A9C00-77 ')).toContain(reference)
    expect(await find('5a5a9c00-77')).toContain('4,321.00')
    for (const none of ['5a5', '5a5a9c00-78', '%%%%', '____'])
      expect(await find(none)).not.toContain(reference)
  })

  test('a search is combined with types and times, and paged by position', async () => {
    const member = await server.newMember()
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    await server.db.insert(statements).values(
      [1, 2, 3, 4, 5].map((day) => ({
        memberId: member.id,
        type: day === 3 ? ('withdraw' as const) : ('deposit' as const),
        amount: day * 100,
        note: 'petal',
        createdAt: at(day),
      })),
    )
    const only = { search: 'PETAL', statementTypes: ['deposit' as const], from: at(2).toISOString() }
    const read = async (before?: string) =>
      (await member.request(listStatements, { body: { page: 1, limit: 2, ...only, before } })).body
    const first = await read()
    expect([first.total, ...first.statements.map(({ amount }) => amount)]).toEqual([3, 5, 4])
    const second = await read(first.cursor ?? undefined)
    expect([second.total, ...second.statements.map(({ amount }) => amount)]).toEqual([3, 2])
  })

  test('a row tells the ends of both accounts, and the fee that the ledger has; nothing moved, no fee', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(withdraw, { body: { amount: 120 } })
    await member.request(withdraw, { body: { amount: 130 } })
    const [refusedOne] = await server.db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(eq(withdrawals.memberId, member.id), eq(withdrawals.amount, 130_00)))
    await server.submitForm('/withdrawals/refuse', await server.decisionOf(refusedOne?.id ?? ''))
    await transact(server.db, (tx) =>
      post(tx, {
        operationId: `test-fee:${member.id}`,
        kind: 'transfer',
        legs: [
          { account: walletOf(member.id), amount: -50_00 },
          { account: gameOf(member.id, 'PG'), amount: 48_75 },
          { account: house.fees, amount: 1_25 },
        ],
        statements: [{ memberId: member.id, type: 'transfer', amount: 50_00, from: 'WALLET', to: 'PG' }],
      }),
    )
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    const [account] = await server.db
      .select({ no: members.bankAccountNo })
      .from(members)
      .where(eq(members.id, member.id))
    const ending = account?.no?.slice(-4)
    expect(
      body.statements.map(({ statementType, status, fee, toEnding }) => [
        statementType,
        status,
        fee,
        toEnding,
      ]),
    ).toEqual([
      ['transfer', 'SUCCESS', 1.25, undefined],
      ['withdraw', 'FAILED', null, ending],
      ['withdraw', 'PROCESSING', 0, ending],
      ['deposit', 'SUCCESS', 0, undefined],
    ])
  })

  test('a deposit tells the end of the account that it came from, also one that staff let through later', async () => {
    const { id, request } = await server.newMember()
    const report = {
      source: 'feed',
      channel: 'SCB',
      amount: 77_00,
      memberId: id,
      ownReference: null,
      paidAt: server.clock.now(),
      fromAccount: '123-4-56789-0',
      toAccount: '9998887776',
    } as const
    const receive = (reference: string, credits: boolean) =>
      transact(server.db, (tx) =>
        receiveTransfer(
          tx,
          { ...report, bankReference: { bank: 'KBANK', reference } },
          { credits, now: server.clock.now() },
        ),
      )
    const kept = await receive(`held-${id}`, false)
    await transact(server.db, (tx) => showAsProcessing(tx, { ...kept.transfer, memberId: id }))
    const row = async () => (await request(listStatements, { body: { page: 1, limit: 10 } })).body.statements
    expect(await row()).toMatchObject([
      { status: 'PROCESSING', fee: null, fromEnding: '7890', toEnding: '7776' },
    ])
    await receive(`held-${id}`, true)
    expect(await row()).toMatchObject([{ status: 'SUCCESS', fee: 0, fromEnding: '7890', balanceAfter: 77 }])
  })

  test.each([
    { search: '' },
    { search: '   ' },
    { search: 'x'.repeat(101) },
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
