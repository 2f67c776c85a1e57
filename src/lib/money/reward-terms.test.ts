import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planReward, rewardOf } from './reward-terms.ts'

const terms = { rewardAmount: 0, rewardPercent: 0, rewardMax: null, turnoverTimes: 0 }

test('a percentage is rounded down to the satang', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.integer({ min: 0, max: 10_000 }), (wallet, hundredths) => {
      const reward = rewardOf({ ...terms, rewardPercent: hundredths / 100 }, wallet)
      const exact = BigInt(wallet) * BigInt(hundredths)
      expect(BigInt(reward) * 10_000n <= exact && exact < BigInt(reward + 1) * 10_000n).toBe(true)
    }),
  )
})

test('the fixed amount is added, and the maximum limits the percentage', () => {
  expect(rewardOf({ ...terms, rewardAmount: 100, rewardPercent: 50, rewardMax: 30 }, 1_000)).toBe(130)
})

test('a plan adds the deposit first; what needs more play counts, because a round counts for both', () => {
  const offer = { ...terms, rewardPercent: 20, rewardMax: 20_000, turnoverTimes: 2 }
  const held = { wallet: 20_000, games: 10_000, toPlay: 5_000 }
  const none = { reward: 4_000, wallet: 24_000, toPlay: 8_000, endsBelow: 3_400 }
  expect(planReward(offer, 10, held, { deposit: 0 })).toEqual(none)
  const some = { reward: 14_000, wallet: 84_000, toPlay: 55_000, endsBelow: undefined }
  expect(planReward(offer, undefined, held, { deposit: 50_000, depositTimes: 1 })).toEqual(some)
})
