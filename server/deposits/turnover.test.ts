import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { claimInviteBonus, listInvites } from '#api/contract/invite.ts'
import { lookupDeposit, lookupWithdraw } from '#api/contract/lookup.ts'
import { getSpinSetup } from '#api/contract/spinwheel.ts'
import { activateGame, addMoney, getWallet, transfer, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { transact } from '../database/query.ts'
import { gameResults } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { inviteEarnings } from '../database/schema/rewards.ts'
import { turnoverGoals } from '../database/schema/turnover.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { type Setting, writeSetting } from '../database/settings.ts'
import { describeOnOne } from '../database/test-database.ts'
import { auditLedger } from '../ledger/audit.ts'
import { balancesOf } from '../ledger/balances.ts'
import { reportResult } from '../modules/games/report-result.ts'
import {
  type TestServer,
  openTestServer,
  SETUP_TIMEOUT_MS,
  refused,
  type TestMember,
} from '../modules/test-server.ts'

type Terms = Setting<'depositTerms'>

const RUNS = process.env['LONG'] === '1' ? 300 : 8
const TIMEOUT_MS = 30 * 60_000

const usual: Terms = {
  inviteMinimum: 10_000,
  inviteTurnoverTimes: 1,
  coinTurnoverTimes: 1,
  withdrawTurnoverTimes: 0,
}

describeOnOne('the rewards of a deposit wait for its turnover', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  }, SETUP_TIMEOUT_MS)
  beforeEach(() => rule({}))

  const rule = (changed: Partial<Terms>) => writeSetting(server.db, 'depositTerms', { ...usual, ...changed })
  const pay = async ({ request }: TestMember, baht: number) =>
    expect((await request(addMoney, { body: { amount: baht } })).status).toBe(200)
  const take = ({ request }: TestMember, amount: number) => request(withdraw, { body: { amount } })
  /** One round: satang won, or lost if negative. */
  const round = ({ id }: { id: string }, amount: number, number: string = randomUUID()) =>
    transact(server.db, (tx) =>
      reportResult(tx, { memberId: id, gameCode: 'PG', amount, round: number }, server.clock.now()),
    )
  const coins = async ({ request }: TestMember) => (await request(getSpinSetup)).body.result.userCoin
  const earned = async ({ request }: TestMember) => (await request(getWallet)).body.invite?.amount
  const toPlay = async ({ request }: TestMember) => (await request(lookupWithdraw)).body.toPlay
  const friendOf = ({ id }: TestMember) => server.newMember({ invitedBy: id })
  /** The bank pays out the pending withdrawals. */
  async function settle({ id }: TestMember) {
    const [row] = await server.db
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.memberId, id), eq(withdrawals.status, 'pending')))
    await server.submitForm('/withdrawals/settle', { id: row?.id ?? '' })
  }

  test('by default inviters need 100 baht and a turnover of once, coins a turnover of once, withdrawals none', async () => {
    await server.db.execute("delete from settings where key = 'depositTerms'")
    const inviter = await server.newMember()
    const friend = await friendOf(inviter)
    expect((await inviter.request(listInvites, { body: { page: 1, limit: 10 } })).body.terms).toEqual({
      amount: 50,
      firstDeposit: 100,
      turnoverTimes: 1,
    })
    expect((await friend.request(lookupDeposit)).body.turnoverTimes).toBeUndefined()
    await pay(friend, 100)
    expect((await friend.request(getSpinSetup)).body.result.coinTerms).toEqual({
      deposit: 100,
      turnoverTimes: 1,
      promised: 1,
      toPlay: 100,
    })
    expect(await toPlay(friend)).toBeUndefined()
    expect((await take(friend, 100)).status).toBe(200)
  })

  test('a first deposit of one baht never pays the inviter', async () => {
    const inviter = await server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 1)
    await server.play(friend, 1_000_000)
    expect(await inviter.request(claimInviteBonus)).toMatchObject(refused('NO_INVITEE_PLAY_INFO'))
    await pay(friend, 99.99)
    await server.play(friend, 1_000_000)
    expect(await earned(inviter)).toBe(0)

    // The first deposit that is large enough counts, and no later one.
    for (const baht of [100, 500]) {
      await pay(friend, baht)
      await server.play(friend, 100_000)
      expect(await earned(inviter)).toBe(50)
    }
  })

  test('a deposit withdrawn without turnover earns neither coins nor an invite bonus', async () => {
    const inviter = await server.newMember()
    const friend = await friendOf(inviter)
    for (let times = 0; times < 3; times += 1) {
      await pay(friend, 1000)
      expect((await take(friend, 1000)).status).toBe(200)
      await settle(friend)
    }
    expect([await friend.wallet(), await coins(friend), await earned(inviter)]).toEqual([0, 0, 0])
    expect((await friend.request(getSpinSetup)).body.result.coinTerms).toMatchObject({
      promised: 30,
      toPlay: 3000,
    })
    await server.expectBalancedLedger()
  })

  test('coins are earned with the last satang of the turnover, one deposit after the other', async () => {
    const member = await server.newMember()
    await pay(member, 100)
    await pay(member, 250)
    await round(member, 9_999)
    expect(await coins(member)).toBe(0)
    await round(member, -1)
    expect(await coins(member)).toBe(1)
    await round(member, -9_998)
    await round(member, 15_001)
    expect(await coins(member)).toBe(1)
    await round(member, -1)
    expect(await coins(member)).toBe(3)
    // Stakes before a deposit do not count for it.
    await server.play(member, 100_000)
    await pay(member, 100)
    expect(await coins(member)).toBe(3)
  })

  test('without required turnover, coins and the inviter’s bonus are earned at once', async () => {
    await rule({ coinTurnoverTimes: 0, inviteTurnoverTimes: 0, inviteMinimum: 0 })
    const inviter = await server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 200)
    expect([await coins(friend), await earned(inviter)]).toEqual([2, 50])
  })

  test('a deposit keeps the rules of its time', async () => {
    await rule({ coinTurnoverTimes: 3 })
    const member = await server.newMember()
    await pay(member, 100)
    await rule({ coinTurnoverTimes: 1 })
    await server.play(member, 29_998)
    expect(await coins(member)).toBe(0)
    await server.play(member, 2)
    expect(await coins(member)).toBe(1)
  })

  test('the turnover of a deposit is shown before it and at the withdrawal, which waits for it', async () => {
    await rule({ withdrawTurnoverTimes: 2 })
    const member = await server.newMember()
    expect((await member.request(lookupDeposit)).body.turnoverTimes).toBe(2)
    await pay(member, 150)
    expect(await toPlay(member)).toBe(300)
    const refusal = { status: 400, body: { message: 'BONUS_CONDITION', toPlay: 300 } }
    expect(await take(member, 100)).toMatchObject(refusal)
    expect(await member.request(withdrawAll, { body: { amount: 100 } })).toMatchObject(refusal)
    await server.play(member, 29_998)
    expect(await toPlay(member)).toBe(0.02)
    expect(await take(member, 100)).toMatchObject({ body: { message: 'BONUS_CONDITION', toPlay: 0.02 } })
    await server.play(member, 2)
    expect(await toPlay(member)).toBeUndefined()
    expect((await take(member, 100)).status).toBe(200)
    await server.expectBalancedLedger()
  })

  test('after everything was lost, the next deposit is not held for the previous one', async () => {
    await rule({ withdrawTurnoverTimes: 5 })
    const member = await server.newMember()
    await pay(member, 100)
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 99.5 } })
    await round(member, -9_900)
    expect(await toPlay(member)).toBe(401)
    await round(member, -40)
    expect(await toPlay(member)).toBeUndefined()
    await pay(member, 200)
    expect(await toPlay(member)).toBe(1000)
  })

  test('simultaneous rounds and claims pay once', async () => {
    const inviter = await server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 100)
    const number = randomUUID()
    await Promise.all([
      round(friend, 10_000, number),
      round(friend, 10_000, number),
      pay(friend, 100),
      inviter.request(claimInviteBonus),
      inviter.request(claimInviteBonus),
    ])
    await inviter.request(claimInviteBonus)
    expect([await coins(friend), await inviter.wallet()]).toEqual([1, 5_000])
    await round(friend, 10_000)
    expect([await coins(friend), await earned(inviter)]).toEqual([2, 0])
    await server.expectBalancedLedger()
  })

  /** The turnover left by deposit: a stake counts for the first deposit whose turnover is not met. */
  class Queue {
    waiting: { left: number; reward: number }[] = []
    given = 0
    promise(reward: number, turnover: number) {
      if (turnover === 0) this.given += reward
      else this.waiting.push({ left: turnover, reward })
    }
    play(stake: number) {
      let rest = stake
      for (const goal of this.waiting) {
        const used = Math.min(rest, goal.left)
        goal.left -= used
        rest -= used
      }
      for (const { reward } of this.waiting.filter(({ left }) => left === 0)) this.given += reward
      this.waiting = this.waiting.filter(({ left }) => left > 0)
    }
    get left() {
      return this.waiting.reduce((sum, { left }) => sum + left, 0)
    }
  }

  const satang = fc.oneof(fc.constantFrom(100, 9_999, 10_000, 30_000), fc.integer({ min: 1, max: 60_000 }))
  const step = fc.record({
    what: fc.constantFrom('pay', 'pay', 'win', 'lose', 'lose all', 'withdraw', 'settle', 'claim', 'rule'),
    satang,
    times: fc.tuple(fc.nat(2), fc.nat(3), fc.nat(2)),
  })

  test(
    'no order of deposits, play and withdrawals pays coins or an inviter without the turnover, or twice',
    { timeout: TIMEOUT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          let terms = usual
          await rule(terms)
          const inviter = await server.newMember()
          const friend = await friendOf(inviter)
          const [coinQueue, inviteQueue, heldQueue] = [new Queue(), new Queue(), new Queue()]
          let isInvited = false
          // The replies of withdrawals, and the expected ones.
          const [refusals, due]: [unknown[], unknown[]] = [[], []]
          const held = async () => {
            const { wallet, withdrawing, games } = await balancesOf(server.db, friend.id)
            return { wallet, game: games['PG'] ?? 0, all: wallet + withdrawing + (games['PG'] ?? 0) }
          }
          const played = async (amount: number) => {
            if ((await round(friend, amount)) !== 'posted') return
            for (const queue of [coinQueue, inviteQueue, heldQueue]) queue.play(Math.abs(amount))
          }
          for (const { what, satang, times } of steps) {
            if (what === 'rule') {
              const [inviteTurnoverTimes, coinTurnoverTimes, withdrawTurnoverTimes] = times
              const inviteMinimum = satang
              terms = { inviteMinimum, inviteTurnoverTimes, coinTurnoverTimes, withdrawTurnoverTimes }
              await rule(terms)
            } else if (what === 'pay') {
              await pay(friend, satang / 100)
              coinQueue.promise(Math.floor(satang / 10_000), satang * terms.coinTurnoverTimes)
              if (satang >= terms.inviteMinimum && !isInvited) {
                isInvited = true
                inviteQueue.promise(1, satang * terms.inviteTurnoverTimes)
              }
              heldQueue.promise(0, satang * terms.withdrawTurnoverTimes)
            } else if (what === 'win') await played(satang)
            else if (what === 'lose') await played(-satang)
            else if (what === 'lose all') {
              // The wallet is transferred to the game first.
              const { wallet, game } = await held()
              if (wallet >= 100) {
                await friend.request(activateGame, { params: { slot: 'PG' } })
                await friend.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: wallet / 100 } })
              }
              const staked = wallet >= 100 ? wallet + game : game
              if (staked > 0) await played(-staked)
            } else if (what === 'withdraw') {
              const { body } = await take(friend, Math.max(10_000, satang) / 100)
              refusals.push(body.message === 'BONUS_CONDITION' ? body : null)
              const toPlay = heldQueue.left / 100
              due.push(toPlay > 0 ? { message: 'BONUS_CONDITION', toPlay } : null)
            } else if (what === 'settle') await settle(friend)
            else await inviter.request(claimInviteBonus)
            if ((await held()).all < 100) heldQueue.waiting = []

            expect(refusals).toEqual(due)
            expect(await coins(friend), what).toBe(coinQueue.given)
            expect((await toPlay(friend)) ?? 0, what).toBe(heldQueue.left / 100)
          }
          await inviter.request(claimInviteBonus)
          expect(await inviter.wallet()).toBe(inviteQueue.given * 5_000)
          expect(await auditLedger(server.db, { memberIds: [friend.id, inviter.id] })).toEqual([])
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
    },
  )

  const together = fc.record({
    what: fc.constantFrom('pay', 'play', 'play again', 'withdraw', 'claim'),
    satang,
    isTwice: fc.boolean(),
  })

  test('nor do they at once', { timeout: TIMEOUT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(together, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const inviter = await server.newMember()
          const friend = await friendOf(inviter)
          const numbers: [string, number][] = []
          for (const operations of rounds) {
            await Promise.all(
              operations.flatMap(({ what, satang, isTwice }) => {
                const key = randomUUID()
                const [number, amount] = (what === 'play again' && numbers[0]) || [key, satang]
                if (what === 'play') numbers.push([number, amount])
                const perform: Record<typeof what, () => Promise<unknown>> = {
                  pay: () => friend.request(addMoney, { body: { amount: satang / 100 }, key }),
                  play: () => round(friend, amount, number),
                  'play again': () => round(friend, amount, number),
                  withdraw: () => friend.request(withdraw, { body: { amount: 100 }, key }),
                  claim: () => inviter.request(claimInviteBonus, { key }),
                }
                return isTwice ? [perform[what](), perform[what]()] : [perform[what]()]
              }),
            )
          }
          const mine = eq(turnoverGoals.memberId, friend.id)
          const [member] = await server.db.select().from(members).where(eq(members.id, friend.id))
          const results = await server.db
            .select()
            .from(gameResults)
            .where(eq(gameResults.memberId, friend.id))
          const turnover = results.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
          const goals = await server.db.select().from(turnoverGoals).where(mine)
          const given = goals.filter(({ metAt, purpose }) => metAt !== null && purpose === 'coins')
          const promisedCoins = given.reduce((sum, { reward }) => sum + reward, 0)
          expect(member).toMatchObject({ turnover, coin: promisedCoins })
          expect(promisedCoins * 10_000).toBeLessThanOrEqual(turnover)
          // Every met turnover is rewarded, and no other.
          for (const { due, metAt } of goals) expect(metAt !== null).toBe(due <= turnover)
          const earnings = await server.db
            .select()
            .from(inviteEarnings)
            .where(eq(inviteEarnings.fromMemberId, friend.id))
          const isDue = goals.some(({ purpose, due }) => purpose === 'invite' && due <= turnover)
          expect(earnings.length).toBe(isDue ? 1 : 0)
          await inviter.request(claimInviteBonus)
          expect(await inviter.wallet()).toBe(earnings.length * 5_000)
          expect(await auditLedger(server.db, { memberIds: [friend.id, inviter.id] })).toEqual([])
        },
      ),
      { numRuns: RUNS * 2, endOnFailure: true },
    )
  })

  test('the console saves valid rules and refuses invalid ones', async () => {
    const fields = {
      inviteMinimum: '250.5',
      inviteTurnoverTimes: '2',
      coinTurnoverTimes: '0',
      withdrawTurnoverTimes: '3',
    }
    const save = async (changed: object) => (await server.submitForm('/rules', { ...fields, ...changed })).to
    expect(await save({})).toBe('/sandbox/rules?flash=saved')
    const page = async () => (await server.app.request('/sandbox/rules')).text()
    expect(await page()).toContain(
      'name="inviteMinimum" inputmode="decimal" required autocomplete="off" value="250.50"',
    )
    for (const wrong of ['-1', '1.5', '', '1e2', '1001', 'x'])
      expect(await save({ coinTurnoverTimes: wrong })).toBe('/sandbox/rules?flash=amount')
    expect(await save({ inviteMinimum: 'x' })).toBe('/sandbox/rules?flash=amount')
    expect(await save({ inviteMinimum: '0' })).toBe('/sandbox/rules?flash=saved')

    const member = await server.newMember({ username: '0899000777' })
    await pay(member, 100)
    const play = async (phone: string, amount: string) =>
      (await server.submitForm('/rules/play', { phone, amount })).to.split('flash=')[1]
    expect(await toPlay(member)).toBe(300)
    expect(await play('0899000777', '299.99')).toBe('played')
    expect(await toPlay(member)).toBeUndefined()
    expect(await member.wallet()).toBe(10_000)
    expect(await play('0899000777', '0')).toBe('amount')
    expect(await play('1', '10')).toBe('nobody')
  })

  test('no reward with a met turnover is left pending', async () => {
    const late = await server.db
      .select({ id: turnoverGoals.id })
      .from(turnoverGoals)
      .innerJoin(members, eq(members.id, turnoverGoals.memberId))
      .where(and(isNull(turnoverGoals.metAt), eq(members.turnover, turnoverGoals.due)))
    expect(late).toEqual([])
  })
})
