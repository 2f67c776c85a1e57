import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus, checkActiveBonus, listBonuses } from '#api/contract/bonus.ts'
import { lookupDeposit, lookupWithdraw } from '#api/contract/lookup.ts'
import { activatePromotion, findPromotion } from '#api/contract/promotion.ts'
import { addMoney, getWallet, transfer } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { planReward, type RewardTerms } from '#lib/money/reward-terms.ts'
import { MINUTE } from '../../clock.ts'
import { bonuses, promotions } from '../../database/schema/bonuses.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

const RUNS = process.env['LONG'] === '1' ? 300 : 25
const TIMEOUT_MS = 30 * MINUTE

const satang = (baht: number | null | undefined) => Math.round((baht ?? 0) * 100)

/** The terms as the app reads them from the wire, in satang. */
const read = (terms: {
  rewardAmount: number
  rewardPercent: number
  rewardMax: number | null
  turnoverTimes: number
}) => ({
  ...terms,
  rewardAmount: satang(terms.rewardAmount),
  rewardMax: terms.rewardMax === null ? null : satang(terms.rewardMax),
})

const percent = (most: number) =>
  fc.integer({ min: 0, max: most * 100 }).map((hundredths) => hundredths / 100)
const drawnTerms: fc.Arbitrary<RewardTerms> = fc.record({
  rewardAmount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
  rewardPercent: fc.oneof(fc.constant(0), percent(200)),
  rewardMax: fc.option(fc.integer({ min: 0, max: 50_000 })),
  turnoverTimes: fc.integer({ min: 0, max: 30 }),
})

describeOnEach('what is told of an offer beforehand is what the server credits', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  test('for any terms, wallet and deposit, of bonuses and promotions', { timeout: TIMEOUT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(
        drawnTerms,
        percent(100),
        fc.record({
          isBonus: fc.boolean(),
          wallet: fc.integer({ min: 0, max: 200_000 }),
          inGame: fc.integer({ min: 0, max: 50_000 }),
          deposit: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_000 })),
          depositTimes: fc.integer({ min: 0, max: 3 }),
        }),
        async (terms, percentFail, { isBonus, wallet, inGame, deposit, depositTimes }) => {
          const code = `T${randomUUID()}`.toUpperCase()
          const rules = { code, ...terms, percentFail }
          await (isBonus
            ? server.db.insert(bonuses).values({ ...rules, name: { en: 'Drawn' }, type: 'limit' })
            : server.db.insert(promotions).values({ ...rules, description: { en: 'Drawn' } }))
          const shared = { inviteMinimum: 0, inviteTurnoverTimes: 0, coinTurnoverTimes: 0 }
          await writeSetting(server.db, 'depositTerms', { ...shared, withdrawTurnoverTimes: depositTimes })
          const member = await server.newMember({ wallet: wallet + inGame })
          const { request } = member
          if (inGame >= 100) {
            await request(activateGame, { params: { slot: 'PG' } })
            await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: inGame / 100 } })
          }

          // As the app does: from what the wire says before the deposit.
          const offer = isBonus
            ? (await request(listBonuses)).body.find((one) => one.code === code)
            : (await request(findPromotion, { params: { code } })).body
          const told = offer?.rewardTerms
          if (!told) throw new Error('The terms are not told')
          expect(read(told)).toEqual(terms)
          const before = (await request(getWallet)).body
          const limits = (await request(lookupWithdraw)).body
          const plan = planReward(
            read(told),
            Number(offer.percentFail),
            {
              wallet: satang(before.wallet.amount),
              games: satang((before.slots ?? []).reduce((sum, { amount }) => sum + (amount ?? 0), 0)),
              toPlay: satang(limits.toPlay),
            },
            { deposit, depositTimes: (await request(lookupDeposit)).body.turnoverTimes ?? 0 },
          )

          if (deposit > 0) await request(addMoney, { body: { amount: deposit / 100 } })
          const { status } = isBonus
            ? await request(activateBonus, { params: { code } })
            : await request(activatePromotion, { params: { code } })
          expect(status).toBe(plan.reward > 0 ? 200 : 400)
          if (plan.reward <= 0) return
          expect(await member.wallet()).toBe(plan.wallet)
          const active = (await request(checkActiveBonus)).body
          expect(satang(active.endsBelow)).toBe(plan.endsBelow)
          expect(satang(active.required)).toBe(plan.reward * terms.turnoverTimes)
          const ofDeposits = satang((await request(lookupWithdraw)).body.toPlay)
          expect(Math.max(satang(active.toPlay), ofDeposits)).toBe(plan.toPlay)
        },
      ),
      { numRuns: isDrawnInFull(kind) ? RUNS : 4, endOnFailure: true },
    )
    await server.expectBalancedLedger()
  })
})
