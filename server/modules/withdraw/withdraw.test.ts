import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { updateProfile } from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { listStatements } from '#api/contract/statement.ts'
import { activateBonus } from '#api/contract/bonus.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { transfer, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { settings } from '../../database/schema/site.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { provePhone } from '../otp/test-otp.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'

describeOnOne('withdrawals', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const take = (member: TestMember, amount: number) => member.request(withdraw, { body: { amount } })
  const latest = async ({ request }: TestMember) =>
    (await request(listStatements, { body: { page: 1, limit: 1 } })).body.statements[0]
  async function lastOf({ id }: TestMember) {
    const [row] = await server.db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.memberId, id))
      .orderBy(desc(withdrawals.createdAt))
      .limit(1)
    if (!row) throw new Error('No withdrawal')
    return row
  }

  test('the money leaves the wallet at once, is reserved, and is paid out by the bank', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    expect((await take(member, 300)).status).toBe(200)
    expect(await member.wallet()).toBe(70_000)
    expect(await latest(member)).toMatchObject({
      statementType: 'withdraw',
      from: 'WALLET',
      to: 'KBANK',
      amount: 300,
      status: 'PROCESSING',
    })
    // The bank takes the order once the member has the answer, who is told then.
    await expect.poll(() => latest(member)).toHaveProperty('handedAt')
    await expect
      .poll(() => server.events.filter(({ memberId }) => memberId === member.id))
      .toEqual([
        { memberId: member.id, reason: 'withdraw' },
        { memberId: member.id, reason: 'withdraw' },
      ])
    const { id } = await lastOf(member)
    const decision = await server.decisionOf(id)
    expect((await server.submitForm('/withdrawals/settle', decision)).to).toBe('/sandbox?flash=settled')
    expect((await server.submitForm('/withdrawals/refuse', decision)).to).toBe('/sandbox?flash=decided')
    const paid = await latest(member)
    expect(paid).toMatchObject({ status: 'SUCCESS' })
    expect(paid).not.toHaveProperty('handedAt')
    expect(await balancesOf(server.db, member.id)).toMatchObject({ wallet: 70_000, withdrawing: 0 })
    await server.expectBalancedLedger()
  })

  test('a limit that the setting does not name lets nothing through', async () => {
    const member = await server.newMember({ wallet: 10_000_000 })
    await server.db.insert(settings).values({ key: 'withdraw', value: { min: 10_000 } })
    const { status } = await take(member, 60_000)
    await server.db.delete(settings).where(eq(settings.key, 'withdraw'))
    expect([status < 400, await member.wallet()]).toEqual([false, 10_000_000])
  })

  test('a refused withdrawal returns to the wallet', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await take(member, 300)
    const { id } = await lastOf(member)
    const refusal = await server.decisionOf(id)
    await Promise.all([1, 2].map(() => server.submitForm('/withdrawals/refuse', refusal)))
    expect(await member.wallet()).toBe(100_000)
    expect(await latest(member)).toMatchObject({
      status: 'FAILED',
      amount: 300,
      reference: id,
      channel: 'KBANK',
      balanceAfter: null,
      note: 'ธนาคารปลายทางไม่รับรายการนี้',
    })
    await server.expectBalancedLedger()
  })

  test.each([
    [99.99, 'KEY_INVALID', { reason: 'below-minimum', minimum: 100, maximum: 50_000 }],
    [50_000.01, 'KEY_INVALID', { reason: 'above-maximum', minimum: 100, maximum: 50_000 }],
    [-100, 'KEY_INVALID', {}],
    [100.001, 'KEY_INVALID', {}],
    [1_000.01, 'MONEY_NOT_ENOUGH', {}],
  ])('%d baht: %s', async (amount, message, details) => {
    const member = await server.newMember({ wallet: 100_000 })
    expect(await take(member, amount)).toMatchObject({ status: 400, body: { message, ...details } })
    expect(await member.wallet()).toBe(100_000)
  })

  test('the smallest and the largest amount are allowed themselves', async () => {
    const member = await server.newMember({ wallet: 5_010_000 })
    for (const amount of [100, 50_000]) expect((await take(member, amount)).status).toBe(200)
    expect(await member.wallet()).toBe(0)
  })

  test('it requires a bank account', async () => {
    const member = await server.newMember({ wallet: 100_000, hasBank: false })
    expect(await take(member, 100)).toMatchObject(refused('NO_BANK'))
  })

  test('refused for a day after a change of bank or number, with the end of the hold', async () => {
    const username = '0899000001'
    const member = await server.newMember({ wallet: 100_000, username })
    const { profile } = (await member.request(getProfile)).body
    const { name, bankCode, bankAccountName, bankAccountNo } = profile
    const change = async (bank: object) => {
      const otpToken = await provePhone(server.db, member.request, username)
      server.clock.advance(MINUTE)
      const body = { name, bankCode, bankAccountName, bankAccountNo, ...bank, otpToken }
      expect((await member.request(updateProfile, { body })).status).toBe(200)
    }
    const holdUntil = async () => (await member.request(lookupWithdraw)).body.holdUntil
    // Only the holder's name changed: the money goes to the same account as before.
    await change({ bankAccountName: 'SOMCHAI JAIDEE' })
    expect(await holdUntil()).toBeUndefined()
    expect((await take(member, 100)).status).toBe(200)

    for (const moved of [{ bankCode: 'SCB' }, { bankCode: 'SCB', bankAccountNo: '9990000001' }]) {
      await change({ bankAccountName: 'SOMCHAI JAIDEE', ...moved })
      const until = new Date(server.clock.now().getTime() + DAY).toISOString()
      expect(await holdUntil()).toBe(until)
      const held = { status: 400, body: { message: 'WITHDRAW_HOLD', until } }
      expect(await take(member, 100)).toMatchObject(held)
      expect(await member.request(withdrawAll, { body: { amount: 100 } })).toMatchObject(held)
      expect(await member.wallet()).toBe(moved.bankAccountNo ? 80_000 : 90_000)
      server.clock.advance(DAY - 1)
      expect(await take(member, 100)).toMatchObject(held)
      server.clock.advance(1)
      expect(await holdUntil()).toBeUndefined()
      expect((await take(member, 100)).status).toBe(200)
    }
    // Earlier withdrawals go to the account at the time of the request.
    const rows = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    expect(rows.map((row) => `${row.bankCode} ${row.bankAccountNo}`).sort()).toEqual(
      [`KBANK ${bankAccountNo}`, `SCB ${bankAccountNo}`, 'SCB 9990000001'].sort(),
    )
    await server.expectBalancedLedger()
  })

  test('a first account counts as a change too: otherwise a stolen token could add its own', async () => {
    const username = '0899000002'
    const member = await server.newMember({ wallet: 100_000, username, hasBank: false })
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo: '9990000002' }
    const set = (otpToken?: string) =>
      member.request(updateProfile, { body: { name: 'Somchai', ...bank, otpToken } })
    expect(await set()).toMatchObject(refused('UNVERIFIED_OTP'))
    expect((await set(await provePhone(server.db, member.request, username))).status).toBe(200)
    expect(await take(member, 100)).toMatchObject(refused('WITHDRAW_HOLD'))
  })

  test('three may be pending at a time', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    for (let n = 0; n < 3; n += 1) expect((await take(member, 100)).status).toBe(200)
    const told = { message: 'REQUEST_LIMIT', reason: 'too-many-pending' }
    expect(await take(member, 100)).toMatchObject({ status: 429, body: told })
    await server.submitForm('/withdrawals/settle', await server.decisionOf((await lastOf(member)).id))
    expect((await take(member, 100)).status).toBe(200)
  })

  test('one that waits for games is among the three', async () => {
    const member = await server.newMember({ wallet: 200_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 900 } })
    const { games } = server.context.providers
    const own = { ...games }
    Object.assign(games, { move: () => Promise.reject(new Error('socket hang up')) })
    expect((await member.request(withdrawAll, { body: { amount: 100 } })).status).toBe(202)
    Object.assign(games, own)
    for (let n = 0; n < 2; n += 1) expect((await take(member, 100)).status).toBe(200)
    const told = { message: 'REQUEST_LIMIT', reason: 'too-many-pending' }
    expect(await take(member, 100)).toMatchObject({ status: 429, body: told })
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect(await take(member, 100)).toMatchObject({ status: 429, body: told })
    expect(await balancesOf(server.db, member.id)).toMatchObject({ withdrawing: 30_000 })
    await server.expectBalancedLedger()
  })

  test('two simultaneous withdrawals cannot take the same money', async () => {
    const member = await server.newMember({ wallet: 10_000 })
    const answers = await Promise.all([take(member, 100), take(member, 100)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await member.wallet()).toBe(0)
    await server.expectBalancedLedger()
  })

  test.each([
    ['bonus', activateBonus, 'WELCOME', 30_000],
    ['promotion', activatePromotion, 'CHAMPA50', 5_000],
  ] as const)('refused while a %s needs turnover, to its last satang', async (_, call, code, turnover) => {
    const member = await server.newMember({ wallet: 100_000 })
    expect((await member.request(call, { params: { code } })).status).toBe(200)
    expect(await take(member, 100)).toMatchObject(refused('BONUS_CONDITION'))
    await server.play(member, turnover - 2)
    expect(await take(member, 100)).toMatchObject(refused('BONUS_CONDITION'))
    await server.play(member, 2)
    expect((await take(member, 100)).status).toBe(200)
  })

  test('all: the games are emptied first, and are unchanged if it fails', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 900 } })
    expect(await member.request(withdrawAll, { body: { amount: 1000.01 } })).toMatchObject(
      refused('MONEY_NOT_ENOUGH'),
    )
    expect(await member.gameBalance('PG')).toBe(90_000)
    await server.submitForm('/switches', { name: 'game:PG' })
    expect(await member.request(withdrawAll, { body: { amount: 1000 } })).toMatchObject(
      refused('TRANSFER_FAIL'),
    )
    expect((await member.request(withdrawAll, { body: { amount: 950 } })).status).toBe(200)
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([5_000, 0])
    await server.expectBalancedLedger()
  })
})
