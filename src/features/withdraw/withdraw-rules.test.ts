import { describe, expect, test } from 'vitest'
import { amountFault } from '#lib/amount-schema.ts'
import { mostWithdrawable, withdrawLimits } from './withdraw-rules.ts'

const limits = withdrawLimits({ withdrawMin: 100, withdrawMax: 50_000 }, 60_000.5)

describe('what may be withdrawn', () => {
  test.each([
    [9999, 'below-minimum'],
    [10_000, undefined],
    [5_000_000, undefined],
    [5_000_001, 'above-maximum'],
  ])('%d satang: %s', (satang, fault) => expect(amountFault(satang, limits)).toBe(fault))

  test('never more than the wallet holds', () => {
    const poor = withdrawLimits({ withdrawMin: 100, withdrawMax: 50_000 }, 150)
    expect(amountFault(15_000, poor)).toBeUndefined()
    expect(amountFault(15_001, poor)).toBe('not-enough')
  })
})

test('all is the wallet, or the maximum when that is less', () => {
  expect(mostWithdrawable(limits)).toBe(5_000_000)
  expect(mostWithdrawable(withdrawLimits({ withdrawMin: 1, withdrawMax: 500 }, 99.99))).toBe(9999)
  expect(mostWithdrawable(withdrawLimits(undefined, undefined))).toBe(0)
})
