import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rewardOf } from './reward.ts'

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
