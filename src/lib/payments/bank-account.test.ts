import { expect, test } from 'vitest'
import {
  groupAccountNo,
  groupProfileAccountNo,
  isLatinName,
  needsLatinName,
  readAccountNo,
  toLatinName,
} from './bank-account.ts'

test.each([
  ['KBANK', '1234567890', '123-4-56789-0'],
  ['TMB', '1234567890', '123-456789-0'],
  ['UOBT', '1234567890', '123-456-789-0'],
  ['GSB', '123456789012', '123-4-56789-012'],
  ['TISCO', '12345678901234', '1234-567-890123-4'],
  ['BCEL', '123450167890123456', '123-45-01-67890123-456'],
  ['LHB', '1234567890', '123-456-7890'],
  ['GSB', '1234567890', '123-456-7890'],
  ['KBANK', '12345678', '12345678'],
  ['KBANK', '12345x7890', '12345x7890'],
])('%s prints %s as %s', (bank, accountNo, grouped) => {
  expect(groupAccountNo(accountNo, bank)).toBe(grouped)
})

test('the profile groups ten digits 3-3-4 whatever the bank', () => {
  expect(groupProfileAccountNo('1234567890')).toBe('123-456-7890')
  expect(groupProfileAccountNo('123456789012')).toBe('123456789012')
})

test.each([
  ['123-4-56789-0', 'KBANK', { digits: '1234567890', oddLength: false }],
  ['๑๒๓ ๔๕๖๗ ๘๙๐', '', { digits: '1234567890', oddLength: false }],
  ['123456789', 'KBANK', { digits: '123456789', oddLength: true }],
  ['1234567', 'KBANK', { digits: '1234567', problem: 'too-short', oddLength: false }],
  ['123456789012345678901', '', { digits: '123456789012345678901', problem: 'too-long', oddLength: false }],
  ['12345678a', '', { digits: '12345678a', problem: 'not-digits', oddLength: false }],
])('%s typed for %s', (text, bank, read) => {
  expect(readAccountNo(text, bank)).toEqual(read)
})

test('only Krung Thai, TMB and Bangkok Bank want a Latin name', () => {
  expect(['KTB', 'TMB', 'BBL', 'SCB', 'BCEL'].filter(needsLatinName)).toEqual(['KTB', 'TMB', 'BBL'])
})

test.each([
  ['SOMCHAI JAIDEE', true],
  ['Somchai', true],
  ['สมชาย ใจดี', false],
  ['SOMCHAI 2', false],
  ["O'NEIL", false],
  ['SOMCHAI\u200B', true],
  ['  ', false],
  ['', false],
])('"%s" as a Latin name: %s', (name, valid) => {
  expect(isLatinName(name)).toBe(valid)
})

test('a Latin name is written in capitals with single spaces', () => {
  expect(toLatinName('  Somchai \u200B  Jaidee\u200E ')).toBe('SOMCHAI JAIDEE')
})
