import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, validateAccount } from '#api/contract/account.ts'
import { activateBonus } from '#api/contract/bonus.ts'
import { lookupHelp, payOutOwed, showOwed, takeBreak } from '#api/contract/limits.ts'
import { login } from '#api/contract/login.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { DAY, HOUR, MINUTE } from '../../clock.ts'
import { rowsOf, transact } from '../../database/query.ts'
import { userBonuses } from '../../database/schema/bonuses.ts'
import { members } from '../../database/schema/members.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnOne } from '../../database/test-database.ts'
import type { Client } from '../../http/test-app.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { activeRewardOf } from '../bonus/active-reward.ts'
import { reserveTransfer } from '../transfer/begin-transfer.ts'
import { mapDatabaseError } from '../../http/map-database-error.ts'
import { accountIn, fundsOf, planFilling } from '../transfer/plan-transfers.ts'
import { readSms } from '../otp/test-otp.ts'
import {
  openTestServer,
  refused,
  SETUP_TIMEOUT_MS,
  type TestMember,
  type TestServer,
} from '../test-server.ts'
import { askQr, eventsOf, givePassword, move, newPlayer, playRound } from './test-limits.ts'

const password = 'secret-1'
let phones = 0

describeOnOne('breaks and self-exclusion', (open) => {
  let server: TestServer
  let visitor: Client
  beforeAll(async () => {
    server = await openTestServer(open)
    visitor = await server.client()
  }, SETUP_TIMEOUT_MS)

  async function player(wallet = 0) {
    const member = await newPlayer(server, wallet)
    const { username, bankAccountNo } = await givePassword(server, member, password)
    return { ...member, username, account: bankAccountNo! }
  }
  type Player = Awaited<ReturnType<typeof player>>
  const logIn = (username: string, cookie = '') =>
    visitor(login, { body: { username, password }, headers: { cookie } })
  const pause = ({ request }: TestMember, hours = 24) =>
    request(takeBreak, { body: { kind: 'break', hours } })
  const exclude = ({ request }: TestMember, months = 6) =>
    request(takeBreak, { body: { kind: 'exclusion', months } })
  const owed = ({ username }: Player, given = password) =>
    visitor(showOwed, { body: { username, password: given } })
  const payOut = ({ username }: Player) => visitor(payOutOwed, { body: { username, password } })
  const paidOut = async ({ id }: TestMember) =>
    (await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, id))).map(
      ({ amount }) => amount,
    )

  async function register(more: object = {}, cookie = '') {
    const phone = `0955${String((phones += 1)).padStart(6, '0')}`
    const { otpToken } = (await visitor(sendOtp, { body: { phoneNumber: phone } })).body
    const { code } = await readSms(server.db, phone)
    await visitor(verifyOtp, { body: { otpToken, otpCode: code } })
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: `77${phone}` }
    const body = { name: 'Somying', username: phone, password, ...bank, otpToken, ...more }
    return visitor(createAccount, { body, headers: { cookie } })
  }

  test('a break signs out everywhere, keeps from signing in until it ends, and ends by the clock', async () => {
    const member = await player()
    const { body } = await pause(member)
    const until = new Date(server.clock.now().getTime() + 24 * HOUR).toISOString()
    expect(body).toEqual({ kind: 'break', until })
    expect(await member.request(getWallet)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(await logIn(member.username)).toMatchObject({
      status: 400,
      body: { message: 'PLAY_BREAK', reason: 'break', until },
    })
    server.clock.advance(24 * HOUR - 1)
    expect(await logIn(member.username)).toMatchObject(refused('PLAY_BREAK'))
    server.clock.advance(1)
    expect((await logIn(member.username)).status).toBe(200)
    expect(await eventsOf(server, member, 'break-taken')).toHaveLength(1)
  })

  test('who does not know the password learns nothing of a break', async () => {
    const member = await player()
    await exclude(member)
    const wrong = { username: member.username, password: 'wrong' }
    expect(await visitor(login, { body: wrong })).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await owed(member, 'wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await owed(await player())).toMatchObject(refused('NO_DATA'))
  })

  test('only what the house offers can be taken', async () => {
    const member = await player()
    expect(await pause(member, 5)).toMatchObject(refused('KEY_INVALID'))
    expect(await exclude(member, 1)).toMatchObject(refused('KEY_INVALID'))
  })

  test('a self-exclusion of six months lasts six months of the calendar', async () => {
    const member = await player()
    const { body } = await exclude(member)
    const then = new Date(server.clock.now())
    then.setUTCMonth(then.getUTCMonth() + 6)
    expect(body).toEqual({ kind: 'exclusion', until: then.toISOString() })
  })

  test('neither the phone, nor a former bank account, nor the device gets around it', async () => {
    const member = await player()
    const cookie = (await logIn(member.username)).headers.get('set-cookie')!.split(';')[0]!
    const { request } = member
    await server.db
      .update(members)
      .set({ bankAccountNo: `${member.account}9` })
      .where(eq(members.id, member.id))
    await request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    expect(await logIn(member.username, cookie)).toMatchObject(refused('PLAY_BREAK'))

    const byPhone = await visitor(sendOtp, { body: { phoneNumber: member.username } })
    const { code } = await readSms(server.db, member.username)
    expect(
      await visitor(verifyOtp, { body: { otpToken: byPhone.body.otpToken, otpCode: code } }),
    ).toMatchObject(refused('EXISTING_USER'))
    const former = await register({ bankCode: 'KBANK', bankAccountNo: member.account })
    expect(former.body).toEqual({ message: 'PLAY_BREAK' })
    expect(await register({}, cookie)).toMatchObject({ body: { message: 'PLAY_BREAK', reason: 'exclusion' } })
    expect((await register()).status).toBe(200)
    const refusals = await eventsOf(server, member, 'registration-refused')
    expect(refusals.map(({ after }) => (after as { by: string }).by)).toEqual(['bank-account', 'device'])
    server.clock.advance(190 * DAY)
    expect((await register({}, cookie)).status).toBe(200)
  })

  test('waiting codes are withdrawn, and no money gets into a game meanwhile, whatever asks for it', async () => {
    const member = await player(100_000)
    await askQr(member, 100)
    await pause(member)
    const { context: app, db } = server
    const { wallet, games } = await fundsOf(db, member.id)
    const plan = planFilling(wallet, member.id, accountIn(games, 'PG'))
    const reserving = transact(db, (tx) =>
      reserveTransfer(tx, { app, member, operationId: `${member.id}:test` }, { ...plan!, reply: '{}' }),
    )
    expect(mapDatabaseError(await reserving.catch((error: unknown) => error))).toMatchObject({
      code: 'PLAY_BREAK',
    })
    server.clock.advance(24 * HOUR)
    const again = { ...member, request: await server.client(member.id) }
    expect((await askQr(again, 500)).body).toMatchObject({ amount: 500 })
    expect((await move(again, 'WALLET', 'PG', 1000)).status).toBe(200)
  })

  test('all that is owed is paid out while excluded: from the games and the wallet, whatever bonus runs, but not its reward', async () => {
    const member = await player(100_000)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 300)
    await exclude(member)
    const { body } = await owed(member)
    expect(body).toMatchObject({
      kind: 'exclusion',
      amount: 1000,
      underWay: 0,
      bankCode: 'KBANK',
      accountEnding: member.account.slice(-4),
    })
    expect(await payOut(member)).toMatchObject({ status: 200, body: { amount: body.amount } })
    expect((await owed(member)).body).toMatchObject({ amount: 0, underWay: body.amount })
    expect((await paidOut(member)).reduce((sum, amount) => sum + amount, 0)).toBe(body.amount * 100)
    expect(await payOut(member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    expect(await eventsOf(server, member, 'owed-paid-out')).toHaveLength(1)
    await server.expectBalancedLedger()
  })

  test('a payment that came too late, and that staff still check, is told on a break', async () => {
    const member = await player(1000)
    const { body } = await askQr(member, 500)
    if (!body.hasQrcode) throw new Error('No QR came')
    await server.db
      .update(qrCodes)
      .set({ expiresAt: server.clock.now() })
      .where(eq(qrCodes.id, body.qrcodeId))
    await exclude(member)
    expect((await owed(member)).body).toMatchObject({ checked: 0 })
    const [qr] = await server.db.select().from(qrCodes).where(eq(qrCodes.id, body.qrcodeId))
    await server.submitForm('/qr/pay', { reference: qr!.reference })
    expect((await owed(member)).body).toMatchObject({ amount: 10, underWay: 0, checked: 500 })
  })

  /** What the house has paid in rewards so far, and the member's rows of their ends; satang. */
  async function rewardsOf({ id }: TestMember) {
    const [paid] = await rowsOf<{ sum: string | null }>(
      server.db,
      sql`select sum(e.amount) as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.name = 'house:bonus'`,
    )
    const ends = await server.db
      .select({ from: statements.from, amount: statements.amount, status: statements.status })
      .from(statements)
      .where(and(eq(statements.memberId, id), eq(statements.type, 'finish_bonus')))
      .orderBy(asc(statements.id))
    return { paid: Number(paid?.sum ?? 0), ends }
  }

  test.each([
    ['the wallet', [], [{ from: 'WALLET', amount: 10_000, status: 'SUCCESS' }]],
    [
      'the wallet and games',
      [
        ['PG', 1_000],
        ['JOKER', 40],
      ],
      [
        { from: 'WALLET', amount: 6_000, status: 'SUCCESS' },
        { from: 'JOKER', amount: 4_000, status: 'SUCCESS' },
      ],
    ],
    ['a game', [['PG', 1_100]], [{ from: 'PG', amount: 10_000, status: 'SUCCESS' }]],
  ] as const)('a reward that was not played goes back to the house, out of %s', async (_, moves, ends) => {
    const member = await player(100_000)
    const { paid } = await rewardsOf(member)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    for (const [game, baht] of moves) await move(member, 'WALLET', game, baht)
    await exclude(member)
    expect((await owed(member)).body.amount).toBe(1000)
    expect(await payOut(member)).toMatchObject({ status: 200, body: { amount: 1000 } })
    expect(await rewardsOf(member)).toEqual({ paid, ends })
    expect(await activeRewardOf(server.db, member.id)).toBeNull()
    expect((await owed(member)).body).toMatchObject({ amount: 0, underWay: 1000 })
    const { games, ...left } = await balancesOf(server.db, member.id)
    expect(left).toEqual({ wallet: 0, moving: 0, withdrawing: 100_000 })
    expect(Object.values(games).every((amount) => amount === 0)).toBe(true)
    const [event] = await eventsOf(server, member, 'owed-paid-out')
    expect(event?.after).toMatchObject({ amount: 100_000, takenBack: 10_000 })
    await server.expectBalancedLedger()
  })

  test('a reward that was played, or of which almost nothing is left, is the member’s own', async () => {
    const played = await player(100_000)
    await played.request(activateBonus, { params: { code: 'WELCOME' } })
    await server.play(played, 30_000)
    await exclude(played)
    expect(await payOut(played)).toMatchObject({ body: { amount: 1100 } })
    const lost = await player(100_000)
    await lost.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(lost, 'WALLET', 'PG', 1100)
    await playRound(server, lost, -10_000)
    await server.db
      .update(userBonuses)
      .set({ totalAtStart: 2_000_000 })
      .where(eq(userBonuses.memberId, lost.id))
    await exclude(lost)
    expect(await payOut(lost)).toMatchObject({ body: { amount: 1000 } })
  })

  test('what is left of a reward that must still be played is not owed', async () => {
    const member = await player()
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await exclude(member)
    expect((await owed(member)).body).toMatchObject({ amount: 0 })
    expect(await payOut(member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    expect((await activeRewardOf(server.db, member.id))?.code).toBe('WELCOME')
  })

  /** A player with 500 baht in the wallet, 300 in PG and 200 in JOKER, who is then on a break. */
  async function spread(begin: (member: TestMember) => Promise<unknown>) {
    const member = await player(100_000)
    await move(member, 'WALLET', 'PG', 300)
    await move(member, 'WALLET', 'JOKER', 200)
    await begin(member)
    return member
  }
  /** PG does not pay out: it refuses, or gives no answer. */
  async function whilePgFails(error: Error, work: () => Promise<void>) {
    const { games } = server.context.providers
    const own = games.move
    games.move = async (asked) => {
      if (asked.gameCode === 'PG') throw error
      return own(asked)
    }
    try {
      await work()
    } finally {
      games.move = own
    }
  }
  const refusing = () => new ProviderFailure('gone')

  test.each([
    ['self-exclusion', exclude],
    ['short break', pause],
  ] as const)('in a %s a game that pays nothing keeps back its own money alone', async (_, begin) => {
    const member = await spread(begin)
    await whilePgFails(refusing(), async () => {
      const { username } = member
      const asked = { body: { username, password }, key: randomUUID() }
      const told = { message: 'PROCESSING', amount: 1000, fromGames: 500 }
      expect(await visitor(payOutOwed, asked)).toMatchObject({ status: 200, body: told })
      expect((await owed(member)).body).toMatchObject({ amount: 300, underWay: 700 })
      expect(await visitor(payOutOwed, asked)).toMatchObject({ status: 200, body: told })
      expect((await paidOut(member)).toSorted()).toEqual([20_000, 50_000])
      const again = { message: 'PROCESSING', amount: 300, fromGames: 300 }
      expect(await payOut(member)).toMatchObject({ status: 200, body: again })
      expect((await owed(member)).body).toMatchObject({ amount: 300, underWay: 700 })
    })
    expect(await payOut(member)).toMatchObject({ body: { amount: 300 } })
    expect((await owed(member)).body).toMatchObject({ amount: 0, underWay: 1000 })
    expect(await payOut(member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    await server.expectBalancedLedger()
  })

  test.each([
    ['refuses', refusing],
    ['does not answer', () => new Error('socket hang up')],
  ] as const)('a reward that its game %s to pay never becomes the member’s', async (_, error) => {
    const member = await player(100_000)
    const { paid } = await rewardsOf(member)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 1_100)
    await exclude(member)
    const { games } = server.context.providers
    const own = games.move
    const isReward = ({ amount }: { amount: number }) => amount === -10_000
    let asked = 0
    games.move = async (one) => {
      if (!isReward(one)) return own(one)
      asked += 1
      throw error()
    }
    const job = () => runJob(server.context, finishProviderTransfers)
    try {
      expect(await payOut(member)).toMatchObject({ status: 200, body: { amount: 1000 } })
      for (const minutes of [1, 15]) {
        server.clock.advance(minutes * MINUTE)
        await job()
        expect((await owed(member)).body).toMatchObject({ amount: 0, underWay: 1000 })
        expect(await payOut(member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
      }
      expect(asked).toBe(3)
    } finally {
      games.move = own
    }
    server.clock.advance(MINUTE)
    await job()
    expect(await rewardsOf(member)).toEqual({
      paid,
      ends: [{ from: 'PG', amount: 10_000, status: 'SUCCESS' }],
    })
    expect(await paidOut(member)).toEqual([100_000])
    await server.expectBalancedLedger()
  })

  test('a game that refuses all pays the member’s own part at the next call, and the reward to the house', async () => {
    const member = await player(100_000)
    const { paid } = await rewardsOf(member)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 1_100)
    await exclude(member)
    await whilePgFails(refusing(), async () => {
      expect(await payOut(member)).toMatchObject({ body: { amount: 1000 } })
      expect((await owed(member)).body).toMatchObject({ amount: 1000, underWay: 0 })
    })
    expect(await payOut(member)).toMatchObject({ body: { amount: 1000 } })
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect(await rewardsOf(member)).toMatchObject({ paid })
    expect(await paidOut(member)).toEqual([100_000])
    expect((await owed(member)).body).toMatchObject({ amount: 0, underWay: 1000 })
    await server.expectBalancedLedger()
  })

  test('a reward that its game has not paid for six hours waits for a person, who cannot give it to the member', async () => {
    const member = await player(100_000)
    const { paid } = await rewardsOf(member)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 1_100)
    await exclude(member)
    const stuck = async () => {
      const { stuckAt, ...own } = providerTransfers
      const [row] = await server.db
        .select({ stuckAt, id: own.id })
        .from(providerTransfers)
        .where(and(eq(own.memberId, member.id), isNotNull(stuckAt)))
      return row && { id: row.id, stuckAt: row.stuckAt?.toISOString() ?? '' }
    }
    await whilePgFails(refusing(), async () => {
      await payOut(member)
      server.clock.advance(6 * HOUR)
      await runJob(server.context, finishProviderTransfers)
    })
    const shown = await stuck()
    expect(shown).toBeDefined()
    await server.submitForm('/stuck', { ...shown, verdict: 'returned' })
    expect(await stuck()).toEqual(shown)
    await server.submitForm('/stuck', { ...shown, verdict: 'again' })
    await runJob(server.context, finishProviderTransfers)
    expect(await stuck()).toBeUndefined()
    expect(await rewardsOf(member)).toMatchObject({ paid })
    expect((await owed(member)).body).toMatchObject({ amount: 1000, underWay: 0 })
  })

  test('a game is asked for one transfer at a time', async () => {
    const member = await player(100_000)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 1_100)
    await exclude(member)
    const { games } = server.context.providers
    const own = games.move
    const order: string[] = []
    games.move = async (one) => {
      order.push(`asked for ${-one.amount}`)
      await own(one)
      order.push(`paid ${-one.amount}`)
    }
    try {
      await payOut(member)
    } finally {
      games.move = own
    }
    expect(order).toEqual(['asked for 100000', 'paid 100000', 'asked for 10000', 'paid 10000'])
  })

  test('a game without an answer is waited for by its own payout alone', async () => {
    const member = await spread(exclude)
    await whilePgFails(new Error('socket hang up'), async () => {
      expect((await payOut(member)).status).toBe(200)
      expect((await owed(member)).body).toMatchObject({ amount: 0, underWay: 1000 })
      expect((await paidOut(member)).toSorted()).toEqual([20_000, 50_000])
    })
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect((await paidOut(member)).toSorted()).toEqual([20_000, 30_000, 50_000])
    await server.expectBalancedLedger()
  })

  test('a game that holds more than the largest withdrawal delays no other, and its rest waits in the wallet', async () => {
    const member = await player(6_010_000)
    await move(member, 'WALLET', 'JOKER', 60_000)
    await move(member, 'WALLET', 'PG', 100)
    await exclude(member)
    expect(await payOut(member)).toMatchObject({ body: { amount: 50_100, fromGames: 50_100 } })
    expect((await paidOut(member)).toSorted()).toEqual([10_000, 5_000_000])
    expect((await balancesOf(server.db, member.id)).wallet).toBe(1_000_000)
    expect(await payOut(member)).toMatchObject({ body: { message: 'SUCCESS', amount: 10_000, fromGames: 0 } })
  })

  test('a self-exclusion pays out less than the smallest withdrawal too, and the largest one at a time', async () => {
    const few = await player(5_000)
    await exclude(few)
    expect(await payOut(few)).toMatchObject({ body: { amount: 50 } })
    const much = await player(6_000_000)
    await exclude(much)
    expect(await payOut(much)).toMatchObject({ body: { amount: 50_000 } })
    expect(await payOut(much)).toMatchObject({ body: { amount: 10_000 } })
    expect(await paidOut(much)).toEqual([5_000_000, 1_000_000])
  })

  test('a short break leaves the rules of withdrawals as they are', async () => {
    const member = await player(100_000)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await pause(member)
    expect(await payOut(member)).toMatchObject(refused('BONUS_CONDITION'))
    const free = await player(100_000)
    await pause(free)
    expect(await payOut(free)).toMatchObject({ body: { amount: 1000 } })
  })

  test('whom the house has closed is paid nothing out, as a withdrawal would be refused', async () => {
    const member = await player(100_000)
    await exclude(member)
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, member.id))
    expect(await owed(member)).toMatchObject(refused('INACTIVE_USER'))
    expect(await payOut(member)).toMatchObject(refused('INACTIVE_USER'))
    expect(await owed(member, 'wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await paidOut(member)).toEqual([])
  })

  test('whom to call for help', async () => {
    const { body } = await visitor(lookupHelp, { headers: { 'Accept-Language': 'th' } })
    expect(body).toContainEqual(expect.objectContaining({ country: 'TH', phone: '1323' }))
    expect(body.map(({ country }) => country)).toContain('LA')
  })

  test('the phone of an excluded member cannot be registered where codes are off', async () => {
    const member = await player()
    await exclude(member)
    const { writeSetting } = await import('../../database/settings.ts')
    await writeSetting(server.db, 'registerOTP', false)
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: '5512345678' }
    const body = { name: 'Somying', username: member.username, password, ...bank }
    expect(await visitor(validateAccount, { body })).toMatchObject({
      body: { message: 'PLAY_BREAK', reason: 'exclusion' },
    })
    await writeSetting(server.db, 'registerOTP', true)
  })
})
