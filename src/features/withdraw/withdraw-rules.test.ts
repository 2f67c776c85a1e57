import { assert, boolean, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountFault } from '#lib/amount-schema.ts'
import {
  balancesIn,
  mostWithdrawable,
  withdrawable,
  withdrawLimits,
  earlierWithdrawals,
} from './withdraw-rules.ts'

const limits = withdrawLimits({ withdrawMin: 100_00, withdrawMax: 50_000_00 }, 6_000_050)

describe('what may be withdrawn', () => {
  test.each([
    [9999, 'below-minimum'],
    [10_000, undefined],
    [5_000_000, undefined],
    [5_000_001, 'above-maximum'],
  ])('%d satang: %s', (satang, fault) => expect(amountFault(satang, limits)).toBe(fault))

  test('never more than the balance', () => {
    const poor = withdrawLimits({ withdrawMin: 100_00, withdrawMax: 50_000_00 }, 15_000)
    expect(amountFault(15_000, poor)).toBeUndefined()
    expect(amountFault(15_001, poor)).toBe('not-enough')
  })
})

test('"all" is the balance, or the maximum if that is less', () => {
  expect(mostWithdrawable(limits)).toBe(5_000_000)
  expect(mostWithdrawable(withdrawLimits({ withdrawMin: 1_00, withdrawMax: 500_00 }, 9999))).toBe(9999)
  expect(mostWithdrawable(withdrawLimits(undefined, undefined))).toBe(0)
})

test('with the games emptied first, the total can be withdrawn', () => {
  const game = {
    name: '',
    logo: '',
    background: '',
    category: 'slot',
    web: '',
    android: '',
    ios: '',
  } as const
  const balances = balancesIn({
    wallet: { amount: 12_50 },
    slots: [
      { ...game, code: 'PG', amount: 10, isActive: true },
      { ...game, code: 'IMI', amount: 20, isActive: false },
    ],
  })
  expect(balances).toEqual({ wallet: 1250, games: 30 })
  expect(withdrawable(balances, false)).toBe(1250)
  expect(withdrawable(balances, true)).toBe(1280)
})

test('the withdrawable amount never exceeds the total', () => {
  const satang = integer({ min: 0, max: 10_000_000 })
  assert(
    property(satang, satang, boolean(), (wallet, games, collects) => {
      const available = withdrawable({ wallet, games }, collects)
      const max = mostWithdrawable(withdrawLimits({ withdrawMin: 100_00, withdrawMax: 50_000_00 }, available))
      expect(max).toBeLessThanOrEqual(Math.min(wallet + games, 5_000_000))
    }),
  )
})

describe('earlier withdrawals', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const row = (status: string, createdAt: string, statementType: 'withdraw' | 'deposit' = 'withdraw') => ({
    statementType,
    status,
    createdAt,
    amount: 100,
  })
  const today = '2026-11-20T11:00:00Z'

  test('pending ones are shown, however old', () => {
    const old = row('PROCESSING', '2026-11-01T00:00:00Z')
    const rows = [row('PENDING', today), row('PENDING', today, 'deposit'), row('SUCCESS', today), old]
    expect(earlierWithdrawals(rows, now)).toEqual({ waiting: [rows[0], old] })
  })
  test('a returned one is shown until another has been paid, or three days have passed', () => {
    const failed = row('FAILED', today)
    expect(earlierWithdrawals([row('PENDING', today), failed], now)).toMatchObject({ returned: failed })
    expect(earlierWithdrawals([row('SUCCESS', today), failed], now)).not.toHaveProperty('returned')
    expect(earlierWithdrawals([row('FAILED', '2026-11-17T11:59:00Z')], now)).not.toHaveProperty('returned')
  })
})
