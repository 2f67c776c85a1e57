import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney, getWallet } from '#api/contract/wallet.ts'
import { describeOnEmbedded } from '../../database/test-database.ts'
import { type TestServer, openTestServer, SETUP_TIMEOUT_MS, refused } from '../test-server.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'

describeOnEmbedded('the wallet', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  }, SETUP_TIMEOUT_MS)

  test('shows the member, the money, the coins and the games', async () => {
    const member = await server.newMember({ wallet: 123_456 })
    const { body } = await member.request(getWallet)
    expect(body).toMatchObject({
      profile: { _id: member.id, coin: 12 },
      bankAccount: { bankAccountName: 'SOMCHAI' },
      wallet: { amount: 1234.56 },
      invite: { amount: 0 },
    })
    expect(body.slots?.length).toBeGreaterThan(3)
    expect(body.slots?.[0]).toMatchObject({ isActive: false, amount: 0 })
  })

  test('a visitor sees nothing', async () => {
    const visitor = await server.client()
    expect(await visitor(getWallet)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('one deposit is credited once, however often it is reported', async () => {
    const member = await server.newMember()
    const deposit = {
      memberId: member.id,
      amount: 50_000,
      operationId: `deposit:test:${member.id}`,
      channel: 'SCB',
    }
    expect(await creditDeposit(server.db, deposit)).toBe(true)
    expect(await creditDeposit(server.db, deposit)).toBe(false)
    await server.play(member, 100_000)
    expect((await member.request(getWallet)).body).toMatchObject({
      wallet: { amount: 500 },
      profile: { coin: 5 },
    })
    await server.expectBalancedLedger()
  })

  test('the sandbox can simulate a bank transfer', async () => {
    const member = await server.newMember()
    expect((await member.request(addMoney, { body: { amount: 20.25 } })).status).toBe(200)
    expect(await member.wallet()).toBe(2_025)
    expect(await member.request(addMoney, { body: { amount: -1 } })).toMatchObject(refused('KEY_INVALID'))
  })

  test('the statement is paged, newest first', async () => {
    const member = await server.newMember()
    for (let n = 1; n <= 12; n += 1) await member.request(addMoney, { body: { amount: n } })
    const page = async (number: number) =>
      (await member.request(listStatements, { body: { page: number, limit: 10 } })).body
    expect(await page(1)).toMatchObject({ total: 12 })
    expect((await page(1)).statements.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect((await page(2)).statements.map(({ amount }) => amount)).toEqual([2, 1])
    expect((await page(3)).statements).toEqual([])
    const wrong = await member.request(listStatements, { body: { page: 0, limit: 10 } })
    expect(wrong).toMatchObject(refused('KEY_INVALID'))
  })
})
