import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_SATANG, formatMoney, formatSatang, parseAmount, plainAmount, sumSatang } from './money.ts'

const amounts = fc.oneof(fc.nat(MAX_SATANG), fc.nat(100_000))

describe('sums', () => {
  test('are exact in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 })), (list) => {
        expect(BigInt(sumSatang(list))).toBe(list.reduce((sum, satang) => sum + BigInt(satang), 0n))
      }),
    )
  })

  test('that cannot be exact are refused', () => {
    expect(() => sumSatang([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
    expect(() => sumSatang([1.5])).toThrow(RangeError)
  })
})

describe('what people type', () => {
  test.each([
    ['100', 10_000],
    ['1,234.50', 123_450],
    ['1 234', 123_400],
    ['฿100', 10_000],
    [' 100 ฿ ', 10_000],
    ['๑๐๐', 10_000],
    ['100 บาท', 10_000],
    ['๑๐๐บาท', 10_000],
    ['100 ບາດ', 10_000],
    ['100 Baht', 10_000],
    ['THB 1,000', 100_000],
    ['１，２３４．５０', 123_450],
    ['໑໐໐', 10_000],
    ['๑,๒๓๔.๕', 123_450],
    ['0.07', 7],
    ['.5', 50],
    ['5.', 500],
    ['007', 700],
    ['9999999999999.99', MAX_SATANG],
  ])('%s is read', (text, satang) => {
    expect(parseAmount(text)).toEqual({ ok: true, satang })
  })

  test.each([
    ['', 'empty'],
    ['  ฿ ', 'empty'],
    ['1e3', 'not-a-number'],
    ['+5', 'not-a-number'],
    ['5²', 'not-a-number'],
    ['100 กีบ', 'not-a-number'],
    ['บาท', 'empty'],
    ['1.2.3', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['1,5', 'not-a-number'],
    ['1,2345', 'not-a-number'],
    ['12,34,567', 'not-a-number'],
    ['1,234,', 'not-a-number'],
    ['.', 'not-a-number'],
    ['-', 'not-a-number'],
    ['-5', 'negative'],
    ['\u2212 5', 'negative'],
    ['0.001', 'too-many-decimals'],
    ['10000000000000', 'too-large'],
    ['9'.repeat(400), 'too-large'],
  ])('%s is refused', (text, reason) => {
    expect(parseAmount(text)).toEqual({ ok: false, reason })
  })

  test('any text gives a safe amount or a reason', () => {
    const law = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const amount = parseAmount(text)
      return !amount.ok || (Number.isSafeInteger(amount.satang) && amount.satang >= 0)
    })
    expect(fc.check(law).failed).toBe(false)
  })

  test('what we print is read back', () => {
    fc.assert(
      fc.property(amounts, (satang) => {
        expect(parseAmount(formatSatang(satang))).toEqual({ ok: true, satang })
        expect(parseAmount(plainAmount(satang))).toEqual({ ok: true, satang })
      }),
    )
  })
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [99_999, '999.99'],
  [123_450, '1,234.50'],
  [-123_450, '\u22121,234.50'],
  [MAX_SATANG, '9,999,999,999,999.99'],
])('%d satang are printed as %s', (satang, text) => {
  expect(formatSatang(satang)).toBe(text)
})

test.each([
  [5, '0.05'],
  [123_450, '1234.50'],
  [-123_450, '-1234.50'],
])('%d satang are %s to a program', (satang, text) => {
  expect(plainAmount(satang)).toBe(text)
})

test('money with its unit does not break before it', () => {
  expect(formatMoney(123_450)).toBe('1,234.50\u00A0฿')
  expect(formatMoney(-5)).toBe('\u22120.05\u00A0฿')
})
