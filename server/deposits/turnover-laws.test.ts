import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { addMoney, transfer, withdraw } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { gameResults } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { inviteEarnings } from '../database/schema/rewards.ts'
import { turnoverGoals } from '../database/schema/turnover.ts'
import { describeOnOne } from '../database/test-database.ts'
import { auditLedger } from '../ledger/audit.ts'
import { balancesOf } from '../ledger/balances.ts'
import { openTurnoverServer, usual } from './test-turnover.ts'

const RUNS = process.env['LONG'] === '1' ? 300 : 8
const TIMEOUT_MS = 30 * 60_000

describeOnOne('whatever members do, the rewards of a deposit wait for its turnover', (open) => {
  const deposits = openTurnoverServer(open)
  const { rule, pay, take, round, coins, toPlay, friendOf, settle, lateRewards } = deposits

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
          const inviter = await deposits.server.newMember()
          const friend = await friendOf(inviter)
          const [coinQueue, inviteQueue, heldQueue] = [new Queue(), new Queue(), new Queue()]
          let isInvited = false
          // The replies of withdrawals, and the expected ones.
          const [refusals, due]: [unknown[], unknown[]] = [[], []]
          const held = async () => {
            const { wallet, games } = await balancesOf(deposits.server.db, friend.id)
            return { wallet, game: games['PG'] ?? 0, all: wallet + (games['PG'] ?? 0) }
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
              // What earns no coin need not be played before what does.
              if (satang >= 10_000)
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
          expect(await auditLedger(deposits.server.db, { memberIds: [friend.id, inviter.id] })).toEqual([])
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
          const inviter = await deposits.server.newMember()
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
          const [member] = await deposits.server.db.select().from(members).where(eq(members.id, friend.id))
          const results = await deposits.server.db
            .select()
            .from(gameResults)
            .where(eq(gameResults.memberId, friend.id))
          const turnover = results.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
          const goals = await deposits.server.db.select().from(turnoverGoals).where(mine)
          const given = goals.filter(({ metAt, purpose }) => metAt !== null && purpose === 'coins')
          const promisedCoins = given.reduce((sum, { reward }) => sum + reward, 0)
          expect(member).toMatchObject({ turnover, coin: promisedCoins })
          expect(promisedCoins * 10_000).toBeLessThanOrEqual(turnover)
          // Every met turnover is rewarded, and no other.
          for (const { due, metAt } of goals) expect(metAt !== null).toBe(due <= turnover)
          const earnings = await deposits.server.db
            .select()
            .from(inviteEarnings)
            .where(eq(inviteEarnings.fromMemberId, friend.id))
          const isDue = goals.some(({ purpose, due }) => purpose === 'invite' && due <= turnover)
          expect(earnings.length).toBe(isDue ? 1 : 0)
          await inviter.request(claimInviteBonus)
          expect(await inviter.wallet()).toBe(earnings.length * 5_000)
          expect(await auditLedger(deposits.server.db, { memberIds: [friend.id, inviter.id] })).toEqual([])
        },
      ),
      { numRuns: RUNS * 2, endOnFailure: true },
    )
  })

  test('no reward with a met turnover is left pending', async () => {
    expect(await lateRewards()).toEqual([])
  })
})
