import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addBankAccount, chooseBankAccount, listBankAccounts } from '#api/contract/bank-account.ts'
import { activateBonus } from '#api/contract/bonus.ts'
import { payOutOwed } from '#api/contract/limits.ts'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { bonuses } from '../../database/schema/bonuses.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { defaultOf, writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { clientOf } from '../../http/test-app.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { activeRewardOf } from '../../deposits/active-reward.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'
import {
  exclude,
  owed,
  paidOut,
  password,
  pause,
  payOut,
  player,
  refusing,
  whilePgFails,
} from './test-breaks.ts'
import { arrive, askQr, eventsOf, move, playRound } from './test-limits.ts'

describeOnOne('what is owed on a break', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** A player with 500 baht in the wallet, 300 in PG and 200 in JOKER, who is then on a break. */
  async function spread(begin: (member: TestMember) => Promise<unknown>) {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'PG', 300)
    await move(member, 'WALLET', 'JOKER', 200)
    await begin(member)
    return member
  }

  test('all that is owed is paid out while excluded: from the games and the wallet, whatever bonus runs, but not its reward', async () => {
    const member = await player(server, 100_000)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 300)
    await exclude(member)
    const { body } = await owed(server, member)
    expect(body).toMatchObject({
      kind: 'exclusion',
      amount: 1000,
      underWay: 0,
      bankCode: 'KBANK',
      accountEnding: member.account.slice(-4),
    })
    expect(await payOut(server, member)).toMatchObject({ status: 200, body: { amount: body.amount } })
    expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: body.amount })
    expect((await paidOut(server, member)).reduce((sum, amount) => sum + amount, 0)).toBe(body.amount * 100)
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    expect(await eventsOf(server, member, 'owed-paid-out')).toHaveLength(1)
    await server.expectBalancedLedger()
  })

  test('on a break a bonus holds nothing once it may be cancelled, which nobody can without a session', async () => {
    const long = { code: 'LONG', name: { en: 'Long' }, type: 'limit', maxReceived: 1 } as const
    await server.db
      .insert(bonuses)
      .values({ ...long, rewardAmount: 10_000, turnoverTimes: 20, percentFail: 20 })
    const member = await player(server, 100_000)
    await member.request(activateBonus, { params: { code: 'LONG' } })
    await move(member, 'WALLET', 'PG', 1100)
    await playRound(server, member, -80_000)
    await pause(member)
    expect(await payOut(server, member)).toMatchObject(refused('BONUS_CONDITION'))
    expect(await activeRewardOf(server.db, member.id)).not.toBeNull()
    await playRound(server, member, -10_000)
    expect(await payOut(server, member)).toMatchObject({ status: 200, body: { amount: 200 } })
    expect(await activeRewardOf(server.db, member.id)).toBeNull()
    await server.expectBalancedLedger()
  })

  test('a deposit after the exclusion is not held by the play of one that was paid out', async () => {
    await writeSetting(server.db, 'depositTerms', {
      ...defaultOf('depositTerms'),
      withdrawTurnoverTimes: 1,
    })
    const member = await player(server)
    await arrive(member, 10_000)
    await exclude(member)
    expect((await payOut(server, member)).status).toBe(200)
    const [payout] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    await server.submitForm('/withdrawals/settle', await server.decisionOf(payout?.id ?? ''))
    server.clock.advance(7 * 31 * DAY)
    const request = await server.client(member.id)
    await arrive({ ...member, request }, 200)
    expect((await request(lookupWithdraw)).body.toPlay).toBe(200)
    await writeSetting(server.db, 'depositTerms', defaultOf('depositTerms'))
  })

  test.each([
    ['self-exclusion', exclude],
    ['short break', pause],
  ] as const)('in a %s a game that pays nothing keeps back its own money alone', async (_, begin) => {
    const member = await spread(begin)
    await whilePgFails(server, refusing(), async () => {
      const { username } = member
      const asked = { body: { username, password }, key: randomUUID() }
      const told = { message: 'PROCESSING', amount: 1000, fromGames: 500 }
      expect(await clientOf(server.app, '')(payOutOwed, asked)).toMatchObject({ status: 200, body: told })
      expect((await owed(server, member)).body).toMatchObject({ amount: 300, underWay: 700 })
      expect(await clientOf(server.app, '')(payOutOwed, asked)).toMatchObject({ status: 200, body: told })
      expect((await paidOut(server, member)).toSorted()).toEqual([20_000, 50_000])
      const again = { message: 'PROCESSING', amount: 300, fromGames: 300 }
      expect(await payOut(server, member)).toMatchObject({ status: 200, body: again })
      expect((await owed(server, member)).body).toMatchObject({ amount: 300, underWay: 700 })
    })
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 300 } })
    expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: 1000 })
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    await server.expectBalancedLedger()
  })

  test('a game without an answer is waited for by its own payout alone', async () => {
    const member = await spread(exclude)
    await whilePgFails(server, new Error('socket hang up'), async () => {
      expect((await payOut(server, member)).status).toBe(200)
      expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: 1000 })
      expect((await paidOut(server, member)).toSorted()).toEqual([20_000, 50_000])
    })
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect((await paidOut(server, member)).toSorted()).toEqual([20_000, 30_000, 50_000])
    await server.expectBalancedLedger()
  })

  test('a game that holds more than the largest withdrawal delays no other, and its rest waits in the wallet', async () => {
    const member = await player(server, 6_010_000)
    await move(member, 'WALLET', 'JOKER', 60_000)
    await move(member, 'WALLET', 'PG', 100)
    await exclude(member)
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 50_100, fromGames: 50_100 } })
    expect((await paidOut(server, member)).toSorted()).toEqual([10_000, 5_000_000])
    expect((await balancesOf(server.db, member.id)).wallet).toBe(1_000_000)
    expect(await payOut(server, member)).toMatchObject({
      body: { message: 'SUCCESS', amount: 10_000, fromGames: 0 },
    })
  })

  test('a self-exclusion pays out less than the smallest withdrawal too, and the largest one at a time', async () => {
    const few = await player(server, 5_000)
    await exclude(few)
    expect(await payOut(server, few)).toMatchObject({ body: { amount: 50 } })
    const much = await player(server, 6_000_000)
    await exclude(much)
    expect(await payOut(server, much)).toMatchObject({ body: { amount: 50_000 } })
    expect(await payOut(server, much)).toMatchObject({ body: { amount: 10_000 } })
    expect(await paidOut(server, much)).toEqual([5_000_000, 1_000_000])
  })

  test('a short break leaves the rules of withdrawals as they are', async () => {
    const member = await player(server, 100_000)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await pause(member)
    // A short break leaves the member the reward. Only a self-exclusion takes it back for the house.
    expect((await owed(server, member)).body).toMatchObject({ kind: 'break', amount: 1100 })
    expect(await payOut(server, member)).toMatchObject(refused('BONUS_CONDITION'))
    const free = await player(server, 100_000)
    await pause(free)
    expect(await payOut(server, free)).toMatchObject({ body: { amount: 1000 } })
  })

  test.each([
    ['a break', pause],
    ['a self-exclusion', exclude],
  ])(
    '%s pays to the usual account alone, without a proof, and nothing while a change of it is held',
    async (_, begin) => {
      await writeSetting(server.db, 'withdrawProofAbove', 10_000)
      try {
        const member = await player(server, 100_000)
        const changed = (bankChangedAt: Date | null) =>
          server.db.update(members).set({ bankChangedAt }).where(eq(members.id, member.id))
        await changed(server.clock.now())
        await begin(member)
        expect(await payOut(server, member)).toMatchObject(refused('WITHDRAW_HOLD'))
        await changed(null)
        expect(await payOut(server, member)).toMatchObject({ body: { amount: 1000 } })
        const [paid] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
        expect(paid).toMatchObject({ amount: 100_000, bankAccountNo: member.account })
      } finally {
        await writeSetting(server.db, 'withdrawProofAbove', 0)
      }
    },
  )

  test.each([
    ['a break', (member: TestMember) => pause(member, 72)],
    ['a self-exclusion', exclude],
  ])(
    'in %s an account that was added with a proof, and chosen without one, waits for its hold',
    async (_, begin) => {
      const member = await player(server, 100_000)
      const { bankAccountName } = (await member.request(listBankAccounts)).body.accounts[0]!
      const otpToken = await grantProof(
        server.db,
        { phone: member.username, purpose: 'bank-account' },
        server.clock.now(),
      )
      const added = { bankCode: 'SCB', bankAccountName, bankAccountNo: member.account, otpToken }
      expect((await member.request(addBankAccount, { body: added })).status).toBe(200)
      const { accounts } = (await member.request(listBankAccounts)).body
      const { id = '' } = accounts.find(({ isUsual }) => !isUsual) ?? {}
      expect((await member.request(chooseBankAccount, { params: { id } })).status).toBe(200)
      await begin(member)
      expect(await payOut(server, member)).toMatchObject(refused('WITHDRAW_HOLD'))
      server.clock.advance(DAY)
      expect(await payOut(server, member)).toMatchObject({ body: { amount: 1000 } })
      const [paid] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
      expect(paid).toMatchObject({ bankCode: 'SCB', bankAccountNo: member.account })
    },
  )

  test('whom the house has closed is paid nothing out, as a withdrawal would be refused', async () => {
    const member = await player(server, 100_000)
    await exclude(member)
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, member.id))
    expect(await owed(server, member)).toMatchObject(refused('INACTIVE_USER'))
    expect(await payOut(server, member)).toMatchObject(refused('INACTIVE_USER'))
    expect(await owed(server, member, 'wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await paidOut(server, member)).toEqual([])
  })

  test('a payment of a code that the break has withdrawn is kept for staff, and told', async () => {
    const member = await player(server, 1000)
    const { body } = await askQr(member, 500)
    if (!body.hasQrcode) throw new Error('No QR came')
    await exclude(member)
    expect((await owed(server, member)).body).toMatchObject({ checked: 0 })
    const [qr] = await server.db.select().from(qrCodes).where(eq(qrCodes.id, body.qrcodeId))
    await server.submitForm('/qr/pay', { reference: qr!.reference })
    expect((await owed(server, member)).body).toMatchObject({ amount: 10, underWay: 0, checked: 500 })
    await server.expectBalancedLedger()
  })
})
