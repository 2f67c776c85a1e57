import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSince } from './receipts.ts'
import { rewardOf } from './reward.ts'

const terms = { rewardAmount: 0, rewardPercent: 0, rewardMax: null, turnoverTimes: 0 }

test('a share is never more than it says, and less by under a satang', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.integer({ min: 0, max: 10_000 }), (wallet, hundredths) => {
      const reward = rewardOf({ ...terms, rewardPercent: hundredths / 100 }, wallet)
      const exact = BigInt(wallet) * BigInt(hundredths)
      expect(BigInt(reward) * 10_000n <= exact && exact < BigInt(reward + 1) * 10_000n).toBe(true)
    }),
  )
})

test('the fixed sum comes on top, the ceiling bounds the share', () => {
  expect(rewardOf({ ...terms, rewardAmount: 100, rewardPercent: 50, rewardMax: 30 }, 1_000)).toBe(130)
})

test('days and weeks begin at midnight in Bangkok, weeks on Monday', () => {
  const at = (text: string) => Date.parse(text)
  expect(countedSince('limit', at('2026-01-07T12:00:00Z'))).toBe(0)
  expect(countedSince('day', at('2026-01-07T16:59:59Z'))).toBe(at('2026-01-07T00:00:00+07:00'))
  expect(countedSince('day', at('2026-01-07T17:00:00Z'))).toBe(at('2026-01-08T00:00:00+07:00'))
  expect(countedSince('week', at('2026-01-07T12:00:00+07:00'))).toBe(at('2026-01-05T00:00:00+07:00'))
  expect(countedSince('week', at('2026-01-05T00:00:00+07:00'))).toBe(at('2026-01-05T00:00:00+07:00'))
  expect(countedSince('week', at('2026-01-04T23:59:59+07:00'))).toBe(at('2025-12-29T00:00:00+07:00'))
})
