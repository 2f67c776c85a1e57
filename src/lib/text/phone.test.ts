import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidPhone, normalisePhone } from './phone.ts'

test.each([
  '0812345678',
  '081-234-5678',
  '081 234 5678',
  '+66812345678',
  '+66 81 234 5678',
  '+66 (0)81 234 5678',
  '0066812345678',
  '66812345678',
  '๐๘๑๒๓๔๕๖๗๘',
])('%s is the Thai number 0812345678 in both builds', (text) => {
  expect(normalisePhone(text, 'TH')).toBe('0812345678')
  expect(normalisePhone(text, 'LA')).toBe('0812345678')
  expect(isValidPhone('0812345678', 'TH')).toBe(true)
  expect(isValidPhone('0812345678', 'LA')).toBe(true)
})

test.each([
  ['02055512345', '02055512345'],
  ['020 5551 2345', '02055512345'],
  ['+856 20 5551 2345', '02055512345'],
  ['8562055512345', '02055512345'],
  ['008562055512345', '02055512345'],
  ['2055512345', '02055512345'],
  ['5551 2345', '02055512345'],
  ['໐໒໐໕໕໕໑໒໓໔໕', '02055512345'],
  ['0305123456', '0305123456'],
  ['305123456', '0305123456'],
  ['+856305123456', '0305123456'],
])('%s is a Lao number in the Lao build', (text, phone) => {
  expect(normalisePhone(text, 'LA')).toBe(phone)
  expect(isValidPhone(phone, 'LA')).toBe(true)
})

test.each(['', '081234567', '08123456789', '081234567a'])(
  '%s is not a phone number in the Thai build',
  (text) => {
    expect(isValidPhone(normalisePhone(text, 'TH'), 'TH')).toBe(false)
  },
)

test.each(['', '0205551234', '020555123456', '1234567'])(
  '%s is not a phone number in the Lao build',
  (text) => {
    expect(isValidPhone(normalisePhone(text, 'LA'), 'LA')).toBe(false)
  },
)

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?[0-9]{0,15}$/u), fc.constantFrom('TH', 'LA'), (text, country) => {
      const once = normalisePhone(text, country)
      fc.pre(isValidPhone(once, country))
      expect(normalisePhone(once, country)).toBe(once)
    }),
  )
})
