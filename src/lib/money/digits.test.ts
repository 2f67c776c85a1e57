import { expect, test } from 'vitest'
import { onlyDigits, toArabicDigits } from './digits.ts'

test('Thai and Lao numerals become Arabic ones, the rest stays', () => {
  expect(toArabicDigits('๐๑๒๓๔๕๖๗๘๙ ໐໑໒໓໔໕໖໗໘໙ 0-9 บาท')).toBe('0123456789 0123456789 0-9 บาท')
})

test('full-width numerals do, too', () => expect(toArabicDigits('０１２３４５６７８９')).toBe('0123456789'))

test('only the digits are kept', () => {
  expect(onlyDigits('๐๘๑-234 ໕໖໗໘ x')).toBe('0812345678')
})
