import { describe, expect, test } from 'vitest'
import { findLatePayment, mayCreate, openQrChannels, qrChannelRules, usualLifetime } from './qr-rules.ts'

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

  test('a build can set PAYTIMZ’s minimum, which is also its first quick amount', () => {
    const paytimz = qrChannelRules(25_00).find((channel) => channel.code === 'PAYTIMZ')
    expect(paytimz).toMatchObject({ minimum: 2500, quickAmounts: [2500, 5000, 10_000, 50_000, 100_000] })
  })

  test('KBANK is open when the site lists it as a QR that is not automatic', () => {
    const open = (bankType: string, mode: string) =>
      openQrChannels([{ bankType, bankCode: 'KBANK', mode }], rules).map((channel) => channel.code)
    expect(open('QR', '')).toEqual(['KBANK'])
    expect(open('QR', 'AUTO')).toEqual([])
    expect(open('BANK', '')).toEqual([])
  })

  test('payment providers are open in the order in which the site lists them', () => {
    const listed = ['FP', 'WW', 'FP'].map((bankCode) => ({ bankType: 'PAYMENT', bankCode, mode: 'AUTO' }))
    expect(openQrChannels(listed, rules).map(({ code }) => code)).toEqual(['FP', 'WW'])
  })

  test('unknown channels are left out', () => {
    expect(openQrChannels([{ bankType: 'PAYMENT', bankCode: 'NEW', mode: '' }], rules)).toEqual([])
  })
})

test.each([
  ['KBANK', '0.99', '1'],
  ['WW', '99.99', '100'],
  ['PAYTIMZ', '9.99', '10'],
  ['PAYONEX', '99.99', '100'],
  ['FP', '9.99', '10'],
])('creating a QR at %s is disabled with %s baht and enabled with %s', (code, below, enough) => {
  expect(mayCreate(rule(code), below)).toBe(false)
  expect(mayCreate(rule(code), enough)).toBe(true)
})

test.each([
  ['', false],
  [' ', false],
  ['0', false],
  ['-5', false],
  ['\u2212500', false],
  ['-0', false],
  ['1e3', true],
  ['5.001', true],
  ['99999999999999', true],
])('creating a QR with %j typed is enabled: %s', (typed, may) => {
  expect(mayCreate(rule('KBANK'), typed)).toBe(may)
})

test('creating a QR at PAYTIMZ is enabled from the minimum of the build', () => {
  const paytimz = qrChannelRules(25_00).find(({ code }) => code === 'PAYTIMZ')
  expect(paytimz && mayCreate(paytimz, '24.99')).toBe(false)
  expect(paytimz && mayCreate(paytimz, '25')).toBe(true)
})

test('the ring is full for a usual lifetime', () => {
  expect(usualLifetime(599_000)).toBe(600_000)
  expect(usualLifetime(600_400)).toBe(600_000)
  expect(usualLifetime(605_001)).toBe(900_000)
  expect(usualLifetime(7_200_000)).toBe(7_200_000)
})

describe('a payment that was received but not credited', () => {
  const now = Date.parse('2026-01-05T03:00:00Z')
  const row = {
    statementType: 'deposit',
    from: 'WW',
    status: 'PROCESSING',
    createdAt: '2026-01-05T02:30:00Z',
    amount: 100,
  }
  test('is found at its channel', () => expect(findLatePayment([row], 'WW', now)).toBe(row))
  test.each([
    ['another channel', { ...row, from: 'FP' }],
    ['a payment that counted', { ...row, status: 'SUCCESS' }],
    ['a payment that failed', { ...row, status: 'FAILED' }],
    ['a withdrawal', { ...row, statementType: 'withdraw' }],
    ['the day before', { ...row, createdAt: '2026-01-04T02:59:00Z' }],
  ])('not for %s', (_, other) => expect(findLatePayment([other], 'WW', now)).toBeUndefined())
})
