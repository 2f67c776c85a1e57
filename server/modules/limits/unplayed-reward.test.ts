import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus } from '#api/contract/bonus.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import { rowsOf } from '../../database/query.ts'
import { userBonuses } from '../../database/schema/bonuses.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { activeRewardOf } from '../../deposits/active-reward.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'
import { exclude, owed, paidOut, payOut, player, refusing, whilePgFails } from './test-breaks.ts'
import { eventsOf, move, playRound } from './test-limits.ts'

describeOnOne('a reward that was not played, at a self-exclusion', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
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
    const member = await player(server, 100_000)
    const { paid } = await rewardsOf(member)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    for (const [game, baht] of moves) await move(member, 'WALLET', game, baht)
    await exclude(member)
    expect((await owed(server, member)).body.amount).toBe(1000)
    expect(await payOut(server, member)).toMatchObject({ status: 200, body: { amount: 1000 } })
    expect(await rewardsOf(member)).toEqual({ paid, ends })
    expect(await activeRewardOf(server.db, member.id)).toBeNull()
    expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: 1000 })
    const { games, ...left } = await balancesOf(server.db, member.id)
    expect(left).toEqual({ wallet: 0, moving: 0, withdrawing: 100_000 })
    expect(Object.values(games).every((amount) => amount === 0)).toBe(true)
    const [event] = await eventsOf(server, member, 'owed-paid-out')
    expect(event?.after).toMatchObject({ amount: 100_000, takenBack: 10_000 })
    await server.expectBalancedLedger()
  })

  test('a reward that was played, or of which almost nothing is left, is the member’s own', async () => {
    const played = await player(server, 100_000)
    await played.request(activateBonus, { params: { code: 'WELCOME' } })
    await server.play(played, 30_000)
    await exclude(played)
    expect(await payOut(server, played)).toMatchObject({ body: { amount: 1100 } })
    const lost = await player(server, 100_000)
    await lost.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(lost, 'WALLET', 'PG', 1100)
    await playRound(server, lost, -10_000)
    await server.db
      .update(userBonuses)
      .set({ totalAtStart: 2_000_000 })
      .where(eq(userBonuses.memberId, lost.id))
    await exclude(lost)
    expect(await payOut(server, lost)).toMatchObject({ body: { amount: 1000 } })
  })

  test('what is left of a reward that must still be played is not owed', async () => {
    const member = await player(server)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await exclude(member)
    expect((await owed(server, member)).body).toMatchObject({ amount: 0 })
    expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    expect((await activeRewardOf(server.db, member.id))?.code).toBe('WELCOME')
  })

  test.each([
    ['refuses', refusing],
    ['does not answer', () => new Error('socket hang up')],
  ] as const)('a reward that its game %s to pay never becomes the member’s', async (_, error) => {
    const member = await player(server, 100_000)
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
      expect(await payOut(server, member)).toMatchObject({ status: 200, body: { amount: 1000 } })
      for (const minutes of [1, 15]) {
        server.clock.advance(minutes * MINUTE)
        await job()
        expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: 1000 })
        expect(await payOut(server, member)).toMatchObject(refused('MONEY_NOT_ENOUGH'))
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
    expect(await paidOut(server, member)).toEqual([100_000])
    await server.expectBalancedLedger()
  })

  test('a game that refuses all pays the member’s own part at the next call, and the reward to the house', async () => {
    const member = await player(server, 100_000)
    const { paid } = await rewardsOf(member)
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    await move(member, 'WALLET', 'PG', 1_100)
    await exclude(member)
    await whilePgFails(server, refusing(), async () => {
      expect(await payOut(server, member)).toMatchObject({ body: { amount: 1000 } })
      expect((await owed(server, member)).body).toMatchObject({ amount: 1000, underWay: 0 })
    })
    expect(await payOut(server, member)).toMatchObject({ body: { amount: 1000 } })
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect(await rewardsOf(member)).toMatchObject({ paid })
    expect(await paidOut(server, member)).toEqual([100_000])
    expect((await owed(server, member)).body).toMatchObject({ amount: 0, underWay: 1000 })
    await server.expectBalancedLedger()
  })

  test('a reward that its game has not paid for six hours waits for a person, who cannot give it to the member', async () => {
    const member = await player(server, 100_000)
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
    await whilePgFails(server, refusing(), async () => {
      await payOut(server, member)
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
    expect((await owed(server, member)).body).toMatchObject({ amount: 1000, underWay: 0 })
  })

  test('a game is asked for one transfer at a time', async () => {
    const member = await player(server, 100_000)
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
      await payOut(server, member)
    } finally {
      games.move = own
    }
    expect(order).toEqual(['asked for 100000', 'paid 100000', 'asked for 10000', 'paid 10000'])
  })
})
