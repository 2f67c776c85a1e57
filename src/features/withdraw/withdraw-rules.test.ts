import { assert, boolean, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountFault } from '#lib/money/amount-schema.ts'
import {
  balancesIn,
  maxWithdrawable,
  withdrawable,
  withdrawLimits,
  followed,
  keyOf,
  returnedWithdrawal,
  sentWithdrawal,
  stepOf,
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
  expect(maxWithdrawable(limits)).toBe(5_000_000)
  expect(maxWithdrawable(withdrawLimits({ withdrawMin: 1_00, withdrawMax: 500_00 }, 9999))).toBe(9999)
  expect(maxWithdrawable(withdrawLimits(undefined, undefined))).toBe(0)
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
      const max = maxWithdrawable(withdrawLimits({ withdrawMin: 100_00, withdrawMax: 50_000_00 }, available))
      expect(max).toBeLessThanOrEqual(Math.min(wallet + games, 5_000_000))
    }),
  )
})

describe('withdrawals in the statement', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const row = (status: string, createdAt = '2026-11-20T11:00:00Z', amount = 100) => ({
    statementType: 'withdraw',
    status,
    createdAt,
    amount,
  })

  test('a backend that does not say when the bank took it leaves it as sent', () => {
    expect(stepOf(row('PROCESSING'))).toBe('sent')
    expect(stepOf({ ...row('PROCESSING'), handedAt: '2026-11-20T11:00:01Z' })).toBe('bank')
    expect([stepOf(row('SUCCESS')), stepOf(row('FAILED'))]).toEqual(['arrived', 'returned'])
  })

  test('a cancelled one is neither followed nor told as returned', () => {
    const cancelled = { ...row('FAILED'), withdrawal: { isCancelled: true } }
    expect(stepOf(cancelled)).toBe('cancelled')
    expect(followed([cancelled], new Set([keyOf(cancelled)]))).toEqual([])
    expect(returnedWithdrawal([cancelled], now)).toBeUndefined()
    const failed = row('FAILED')
    expect(returnedWithdrawal([cancelled, failed], now)).toBe(failed)
  })

  test('pending ones are followed, however old; decided ones only if they were seen pending and arrived', () => {
    const [pending, old] = [row('PENDING'), row('PROCESSING', '2026-11-01T00:00:00Z')]
    const [paid, refused] = [row('SUCCESS', undefined, 200), row('FAILED', undefined, 300)]
    const rows = [pending, paid, refused, old]
    expect(followed(rows, new Set())).toEqual([pending, old])
    expect(followed(rows, new Set(rows.map(keyOf)))).toEqual([pending, paid, old])
  })

  test('a returned one is shown until another has been paid, or three days have passed', () => {
    const failed = row('FAILED')
    expect(returnedWithdrawal([row('PENDING'), failed], now)).toBe(failed)
    expect(returnedWithdrawal([row('SUCCESS'), failed], now)).toBeUndefined()
    expect(returnedWithdrawal([row('FAILED', '2026-11-17T11:59:00Z')], now)).toBeUndefined()
    expect(returnedWithdrawal([], now)).toBeUndefined()
  })

  test('one that staff refused is told as that, and as returned', () => {
    const refused = { ...row('FAILED'), withdrawal: { isRefusedByStaff: true } }
    expect(stepOf(refused)).toBe('refused')
    expect(followed([refused], new Set([keyOf(refused)]))).toEqual([])
    expect(returnedWithdrawal([refused], now)).toBe(refused)
  })

  test('of those that were decided, the one that ended last counts, though another was sent after it', () => {
    const ended = (status: string, createdAt: string, endedAt: string) => ({
      ...row(status, createdAt),
      withdrawal: { endedAt },
    })
    const paid = ended('SUCCESS', '2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z')
    const older = ended('FAILED', '2026-11-20T09:00:00Z', '2026-11-20T11:00:00Z')
    expect(returnedWithdrawal([paid, older], now)).toBe(older)
    const paidLast = { ...paid, withdrawal: { endedAt: '2026-11-20T11:01:00Z' } }
    expect(returnedWithdrawal([paidLast, older], now)).toBeUndefined()
  })

  test('the three days begin when it came back', () => {
    const late = { ...row('FAILED', '2026-11-10T12:00:00Z'), withdrawal: { endedAt: '2026-11-20T11:00:00Z' } }
    expect(returnedWithdrawal([late], now)).toBe(late)
    const past = { ...late, withdrawal: { endedAt: '2026-11-17T11:59:00Z' } }
    expect(returnedWithdrawal([past], now)).toBeUndefined()
  })

  test('the one just sent is the newest of its amount, and none from before', () => {
    const sent = Date.parse('2026-11-20T11:00:02Z')
    const mine = row('PENDING')
    const before = row('PENDING', '2026-11-20T10:00:00Z')
    expect(sentWithdrawal([row('PENDING', undefined, 200), mine, before], 100, sent)).toBe(mine)
    expect(sentWithdrawal([before], 100, sent)).toBeUndefined()
    const justCancelled = row('FAILED', '2026-11-20T10:59:59Z')
    expect(sentWithdrawal([justCancelled], 100, sent)).toBeUndefined()
  })
})
