import { describe, expect, test } from 'vitest'
import { wasPaid } from './was-paid.ts'

describe('whether a code that is no longer open was paid', () => {
  const at = Date.parse('2026-01-05T03:00:00Z')
  const row = {
    statementType: 'deposit',
    from: 'KBANK',
    status: 'SUCCESS',
    createdAt: '2026-01-05T03:00:04Z',
    amount: 100,
  }
  const qr = { qrcodeId: 'one', amount: 100 }
  test('a deposit of its amount since it was last seen', () => expect(wasPaid([row], qr, at)).toBe(true))
  test('a deposit seconds before the answer that still had it open, which was on its way by then', () =>
    expect(wasPaid([{ ...row, createdAt: '2026-01-05T02:59:56Z' }], qr, at)).toBe(true))
  test('a payment that names it', () => expect(wasPaid([{ ...row, qrcodeId: 'one' }], qr, at)).toBe(true))
  test.each([
    ['a payment of another code', { ...row, qrcodeId: 'other' }],
    ['another amount', { ...row, amount: 100.01 }],
    ['an older deposit', { ...row, createdAt: '2026-01-05T02:59:50Z' }],
    ['a deposit still on its way', { ...row, status: 'PENDING' }],
    ['money of another kind', { ...row, statementType: 'bonus' }],
  ])('not for %s', (_, other) => expect(wasPaid([other], qr, at)).toBe(false))
})
