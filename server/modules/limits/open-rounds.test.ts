import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus } from '#api/contract/bonus.ts'
import { payOutOwed } from '#api/contract/limits.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import { rowsOf } from '../../database/query.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { clientOf } from '../../http/test-app.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { activeRewardOf } from '../../deposits/active-reward.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'
import { exclude, owed, paidOut, password, pause, payOut, player, purseOfPg } from './test-breaks.ts'
import { move, playRound } from './test-limits.ts'

const SILENCE = new Error('socket hang up')

describeOnOne('a round that is open when what is owed is paid out', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const later = async (by: number) => {
    server.clock.advance(by)
    await runJob(server.context, finishProviderTransfers)
  }
  const sumPaid = async (member: TestMember) =>
    (await paidOut(server, member)).reduce((sum, amount) => sum + amount, 0)
  /** Satang that the house has paid in rewards. */
  async function rewardsPaid() {
    const [row] = await rowsOf<{ sum: string | null }>(
      server.db,
      sql`select sum(e.amount) as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.name = 'house:bonus'`,
    )
    return Number(row?.sum ?? 0)
  }

  /** An excluded member with 1,000 baht of his own and 100 of a bonus that was not played, `inPg` of them in PG and the rest in JOKER; a stake (satang) is open in PG. */
  async function withReward(staked: number, inPg = 1_100) {
    const member = await player(server, 100_000)
    const rewards = await rewardsPaid()
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', inPg)
    if (inPg < 1_100) await move(member, 'WALLET', 'JOKER', 1_100 - inPg)
    await exclude(member)
    return { member, rewards, pg: purseOfPg(server, inPg * 100 - staked) }
  }

  /** Nothing is under way or waits for a person, and PG has what the books say. */
  async function expectEnded(member: TestMember, pg: { has: number }) {
    await later(6 * HOUR)
    const { moving, games } = await balancesOf(server.db, member.id)
    expect([moving, games['PG']]).toEqual([0, pg.has])
    const { memberId, stuckAt } = providerTransfers
    expect(await server.db.$count(providerTransfers, and(eq(memberId, member.id), isNotNull(stuckAt)))).toBe(
      0,
    )
    await server.expectBalancedLedger()
  }

  test.each([7_000, 10_000, 30_000])(
    'is booked when its stake of %i is lost: the member has lost it, not the house',
    async (staked) => {
      const { member, rewards, pg } = await withReward(staked)
      const own = (100_000 - staked) / 100
      expect(await payOut(server, member)).toMatchObject({
        status: 200,
        body: { amount: own, fromGames: own },
      })
      expect((await owed(server, member)).body).toMatchObject({ amount: staked / 100, underWay: own })
      await later(MINUTE)
      expect(await playRound(server, member, -staked)).toBe('posted')
      expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: own })
      expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
      await expectEnded(member, pg)
      expect(await rewardsPaid()).toBe(rewards)
      expect(await sumPaid(member)).toBe(100_000 - staked)
    },
  )

  test.each([104_000, 110_000])(
    'keeps the reward where it is if less than that is left beside its stake of %i',
    async (staked) => {
      const { member, pg } = await withReward(staked)
      expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
      expect((await activeRewardOf(server.db, member.id))?.code).toBe('WELCOME')
      expect(await playRound(server, member, -staked)).toBe('posted')
      await expectEnded(member, pg)
      expect(await sumPaid(member)).toBe(0)
    },
  )

  test('is paid out with its stake when it is won', async () => {
    const staked = 7_000
    const { member, rewards, pg } = await withReward(staked)
    expect((await payOut(server, member)).body.amount).toBe((100_000 - staked) / 100)
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    pg.has += 2 * staked
    expect(await playRound(server, member, staked)).toBe('posted')
    expect(await payOut(server, member)).toMatchObject({ body: { amount: (2 * staked) / 100 } })
    await expectEnded(member, pg)
    expect(await rewardsPaid()).toBe(rewards)
    expect(await sumPaid(member)).toBe(100_000 + staked)
  })

  test('is booked in a game that the reward fills but for its stake', async () => {
    const { member, rewards, pg } = await withReward(3_000, 50)
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 970 } })
    expect(await playRound(server, member, -3_000)).toBe('posted')
    await expectEnded(member, pg)
    expect((await balancesOf(server.db, member.id)).games).toMatchObject({ PG: 0, JOKER: 0 })
    expect(await rewardsPaid()).toBe(rewards)
  })

  test.each([7_000, 30_000])(
    'a second payout takes nothing that the first is still taking, beside a stake of %i',
    async (staked) => {
      const { member, rewards, pg } = await withReward(staked)
      const { games } = server.context.providers
      const paying = games.move
      games.move = () => Promise.reject(SILENCE)
      expect((await payOut(server, member)).body.amount).toBe((100_000 - staked) / 100)
      games.move = paying
      // Before the job asks again for what the first is taking.
      expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
      await later(MINUTE)
      expect(await playRound(server, member, -staked)).toBe('posted')
      await expectEnded(member, pg)
      expect(await rewardsPaid()).toBe(rewards)
      expect(await sumPaid(member)).toBe(100_000 - staked)
    },
  )

  test('nor where the game does not tell its balance the second time', async () => {
    const { member, rewards, pg } = await withReward(7_000)
    const { games } = server.context.providers
    const { move: paying, balance } = games
    games.move = async (one) => (one.amount === -10_000 ? Promise.reject(SILENCE) : paying(one))
    expect((await payOut(server, member)).body.amount).toBe(930)
    Object.assign(games, { move: paying, balance: () => Promise.reject(SILENCE) })
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    games.balance = balance
    await later(MINUTE)
    expect(await playRound(server, member, -7_000)).toBe('posted')
    await expectEnded(member, pg)
    expect(await rewardsPaid()).toBe(rewards)
    expect(await sumPaid(member)).toBe(93_000)
  })

  test('the reward is taken from a game that tells what it has before one that is silent', async () => {
    const { member, rewards } = await withReward(0, 1_000)
    const { games } = server.context.providers
    const { move: paying, balance } = games
    games.move = async (one) => (one.gameCode === 'JOKER' ? Promise.reject(SILENCE) : paying(one))
    games.balance = async (one) => (one.gameCode === 'JOKER' ? Promise.reject(SILENCE) : balance(one))
    expect((await payOut(server, member)).body.amount).toBe(1_000)
    await later(MINUTE)
    expect(await rewardsPaid()).toBe(rewards)
    expect(await sumPaid(member)).toBe(90_000)
  })

  test('a game pays what it has while a transfer out of it waits for another that is silent', async () => {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'PG', 1_000)
    const pg = purseOfPg(server, 100_000)
    const { games } = server.context.providers
    const paying = games.move
    games.move = async (one) => (one.gameCode === 'JOKER' ? Promise.reject(SILENCE) : paying(one))
    games.cancel = () => Promise.reject(SILENCE)
    expect((await move(member, 'PG', 'JOKER', 500)).status).toBe(202)
    expect(pg.has).toBe(50_000)
    await exclude(member)
    await later(20 * MINUTE)
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 500, fromGames: 500 } })
    expect(await sumPaid(member)).toBe(50_000)
  })

  test('what a game told before the first payout has ended counts for nothing in the second', async () => {
    const { member, rewards, pg } = await withReward(7_000)
    const { games } = server.context.providers
    const { move: paying, balance } = games
    games.move = () => Promise.reject(SILENCE)
    expect((await payOut(server, member)).body.amount).toBe(930)
    // The first is paid its own part after the game has told the second what it has, and the reward later.
    games.move = async (one) => (one.amount === -10_000 ? Promise.reject(SILENCE) : paying(one))
    games.balance = async (one) => {
      const told = await balance(one)
      await runJob(server.context, finishProviderTransfers)
      return told
    }
    server.clock.advance(MINUTE)
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    expect(await sumPaid(member)).toBe(93_000)
    Object.assign(games, { move: paying, balance })
    await later(MINUTE)
    expect(await playRound(server, member, -7_000)).toBe('posted')
    await expectEnded(member, pg)
    expect(await rewardsPaid()).toBe(rewards)
  })

  const breaks = [
    ['self-exclusion', exclude],
    ['short break', pause],
  ] as const

  test.each(breaks)('in a %s keeps back its stake alone', async (_, begin) => {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'PG', 600)
    await move(member, 'WALLET', 'JOKER', 200)
    await begin(member)
    const pg = purseOfPg(server, 45_000)
    const asked = { body: { username: member.username, password }, key: randomUUID() }
    const call = () => clientOf(server.app, '')(payOutOwed, asked)
    const told = { message: 'PROCESSING', amount: 850, fromGames: 650 }
    expect(await call()).toMatchObject({ status: 200, body: told })
    expect(await call()).toMatchObject({ status: 200, body: told })
    expect(pg.told).toBe(1)
    expect((await paidOut(server, member)).toSorted()).toEqual([20_000, 20_000, 45_000])
    expect((await owed(server, member)).body).toMatchObject({ amount: 150, underWay: 850 })
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    expect(await playRound(server, member, -15_000)).toBe('posted')
    expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: 850 })
    await expectEnded(member, pg)
  })

  test('of a game that does not tell its balance counts by the books', async () => {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'PG', 600)
    await exclude(member)
    const pg = purseOfPg(server, 45_000)
    const { games } = server.context.providers
    games.balance = () => Promise.reject(SILENCE)
    // The game refuses more than it has, and the books show all of it again.
    expect(await payOut(server, member)).toMatchObject({
      status: 200,
      body: { amount: 1000, fromGames: 600 },
    })
    expect((await owed(server, member)).body).toMatchObject({ amount: 600, underWay: 400 })
    expect(await playRound(server, member, -15_000)).toBe('posted')
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 450 } })
    await expectEnded(member, pg)
  })

  test('a game that has more than the books know pays what the books know', async () => {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'PG', 600)
    await exclude(member)
    const pg = purseOfPg(server, 90_000)
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 1000, fromGames: 600 } })
    expect(await playRound(server, member, 30_000)).toBe('posted')
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 300 } })
    await expectEnded(member, pg)
  })

  test('money that may have come into the game, and that a cancel would take out of it again, is not paid out of it', async () => {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'PG', 600)
    const pg = purseOfPg(server, 45_000)
    const { games } = server.context.providers
    const paying = games.move
    games.move = async (one) => {
      await paying(one)
      throw SILENCE
    }
    expect((await move(member, 'WALLET', 'PG', 300)).status).toBe(202)
    await exclude(member)
    games.move = paying
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 550, fromGames: 450 } })
    games.move = () => Promise.reject(SILENCE)
    await later(15 * MINUTE)
    games.move = paying
    expect(await playRound(server, member, -15_000)).toBe('posted')
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 300, fromGames: 0 } })
    await expectEnded(member, pg)
  })
})
