import { describe, expect, test } from 'vitest'
import { mayCreate, openQrChannels, qrChannelRules, usualLifetime, wasPaid } from './qr-rules.ts'

const rules = qrChannelRules()
const rule = (code: string) => {
  const found = qrChannelRules().find((channel) => channel.code === code)
  if (!found) throw new Error(code)
  return found
}

describe('the channels', () => {
  test.each([
    ['KBANK', 1, [10, 20, 50, 100, 500, 1000]],
    ['WW', 100, [100, 200, 300, 500, 1000]],
    ['PAYTIMZ', 10, [10, 50, 100, 500, 1000]],
    ['PAYONEX', 100, [100, 200, 300, 500, 1000]],
    ['FP', 10, [10, 50, 100, 500, 1000]],
  ])('%s takes %d baht or more', (code, minimum, quick) => {
    expect(rule(code).minimum).toBe(minimum * 100)
    expect(rule(code).quickAmounts).toEqual(quick.map((baht) => baht * 100))
  })

  test('a build may set the minimum of PAYTIMZ, and its first quick amount with it', () => {
    const paytimz = qrChannelRules(25).find((channel) => channel.code === 'PAYTIMZ')
    expect(paytimz).toMatchObject({ minimum: 2500, quickAmounts: [2500, 5000, 10_000, 50_000, 100_000] })
  })

  test('KBANK is open when the site lists it as a QR that is not automatic', () => {
    const open = (bankType: string, mode: string) =>
      openQrChannels([{ bankType, bankCode: 'KBANK', mode }], rules).map((channel) => channel.code)
    expect(open('QR', '')).toEqual(['KBANK'])
    expect(open('QR', 'AUTO')).toEqual([])
    expect(open('BANK', '')).toEqual([])
  })

  test('unknown channels are left out', () => {
    expect(openQrChannels([{ bankType: 'PAYMENT', bankCode: 'NEW', mode: '' }], rules)).toEqual([])
  })
})

test('create opens above zero at KBANK and from the minimum elsewhere', () => {
  expect(mayCreate(rule('KBANK'), 0)).toBe(false)
  expect(mayCreate(rule('KBANK'), 50)).toBe(true)
  expect(mayCreate(rule('WW'), 9999)).toBe(false)
  expect(mayCreate(rule('WW'), 10_000)).toBe(true)
})

test('the ring is full at a usual lifetime', () => {
  expect(usualLifetime(599_000)).toBe(600_000)
  expect(usualLifetime(600_001)).toBe(900_000)
  expect(usualLifetime(7_200_000)).toBe(7_200_000)
})

describe('whether a code that is gone was paid', () => {
  const at = Date.parse('2026-01-05T03:00:00Z')
  const row = {
    statementType: 'deposit',
    status: 'SUCCESS',
    createdAt: '2026-01-05T03:00:04Z',
    amount: 100,
  }
  test('a deposit of its amount since it was last seen', () => expect(wasPaid([row], 100, at)).toBe(true))
  test.each([
    ['another amount', { ...row, amount: 100.01 }],
    ['an older deposit', { ...row, createdAt: '2026-01-05T02:59:50Z' }],
    ['a deposit still on its way', { ...row, status: 'PENDING' }],
    ['money of another kind', { ...row, statementType: 'bonus' }],
  ])('not for %s', (_, other) => expect(wasPaid([other], 100, at)).toBe(false))
})
