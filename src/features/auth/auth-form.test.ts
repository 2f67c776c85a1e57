import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { accountHolder, bankForm, phoneForm, profileForm, toRegistration } from './auth-form.ts'

const problems = (schema: v.GenericSchema, value: unknown) => {
  const read = v.safeParse(schema, value)
  return read.success ? [] : read.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}
const profile = {
  name: 'Somchai',
  phoneNumber: '081-234-5678',
  password: 'river1234',
  confirmPassword: 'river1234',
  sourceCode: '',
  inviteCode: '',
}
const bank = {
  bankCode: 'KBANK',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  bankAccountNo: '123-4-56789-0',
  currency: 'BAHT' as const,
}

describe('phone', () => {
  test.each(['0812345678', '081-234-5678', '+66 81 234 5678', '๐๘๑๒๓๔๕๖๗๘'])('reads %s', (typed) => {
    expect(v.parse(phoneForm('TH'), { phoneNumber: typed })).toEqual({ phoneNumber: '0812345678' })
  })
  test('letters, and a Lao number with a digit missing, have their own messages', () => {
    expect(problems(phoneForm('TH'), { phoneNumber: 'phone 081' })).toEqual(['phoneNumber: phone-letters'])
    expect(problems(phoneForm('LA'), { phoneNumber: '0205551234' })).toEqual(['phoneNumber: phone'])
  })
  test.each(['081234567', '08123456789'])('the Thai build refuses %s: exactly ten digits', (typed) => {
    expect(problems(phoneForm('TH'), { phoneNumber: typed })).toEqual(['phoneNumber: phone'])
  })
  test('the Lao build accepts eleven digits', () => {
    expect(problems(phoneForm('LA'), { phoneNumber: '020 5512 3467' })).toEqual([])
  })
})

describe('profile', () => {
  test('every field is required', () => {
    const empty = {
      name: '',
      phoneNumber: '',
      password: '',
      confirmPassword: '',
      sourceCode: '',
      inviteCode: '',
    }
    expect(problems(profileForm('TH'), empty)).toEqual([
      'name: name',
      'phoneNumber: phone-missing',
      'password: password-missing',
      'confirmPassword: password-confirm-missing',
    ])
  })
  test.each(['\u200B', 'a\u0007bc', `e${'\u0301'.repeat(150)}`])('%j is no name', (name) => {
    expect(problems(profileForm('TH'), { ...profile, name })).toEqual(['name: name'])
  })
  test('a password has a maximum length', () => {
    const long = 'r'.repeat(201)
    expect(problems(profileForm('TH'), { ...profile, password: long, confirmPassword: long })).toContain(
      'password: password-long',
    )
  })
  test('the two passwords must be equal', () => {
    expect(problems(profileForm('TH'), { ...profile, confirmPassword: 'river12345' })).toEqual([
      'confirmPassword: password-not-equal',
    ])
  })
})

describe('bank', () => {
  test('every field is required', () => {
    const empty = { bankCode: '', firstName: '', lastName: '', bankAccountNo: '', currency: 'BAHT' }
    expect(problems(bankForm, empty)).toEqual(
      expect.arrayContaining([
        'bankCode: bank',
        'firstName: first-name',
        'lastName: last-name',
        'bankAccountNo: account-no',
      ]),
    )
  })
  test.each(['KTB', 'TMB', 'BBL'])('%s allows only Latin letters and spaces', (bankCode) => {
    expect(problems(bankForm, { ...bank, bankCode })).toEqual([
      'firstName: latin-name',
      'lastName: latin-name',
    ])
    const latin = { ...bank, bankCode, firstName: ' som\u200Bchai ', lastName: 'Jai dee\uFEFF\u200E' }
    expect(problems(bankForm, latin)).toEqual([])
    expect(accountHolder(latin)).toBe('SOMCHAI JAI DEE')
  })
  test('what cannot be a name is told at its part', () => {
    expect(problems(bankForm, { ...bank, firstName: 'a\u0007bc' })).toContain('firstName: first-name')
    expect(problems(bankForm, { ...bank, lastName: 'a\u0007b' })).toEqual(['lastName: last-name'])
    const half = 'x'.repeat(120)
    expect(problems(bankForm, { ...bank, firstName: half, lastName: half })).toEqual(['lastName: last-name'])
  })
  test('a holder with one name writes anything for the other', () => {
    expect(problems(bankForm, { ...bank, lastName: '-' })).toEqual([])
  })
  test('other banks accept the name as typed', () => {
    expect(problems(bankForm, bank)).toEqual([])
    expect(accountHolder(bank)).toBe('สมชาย ใจดี')
  })
  test.each(['LAK', 'BAHT'] as const)('an account may be in %s', (currency) => {
    expect(problems(bankForm, { ...bank, currency })).toEqual([])
  })
  test.each(['THB', 'USD', ''])('%j is not a currency of an account here', (currency) => {
    expect(problems(bankForm, { ...bank, currency })).toHaveLength(1)
  })

  test.each([
    ['010120000765432001', 'LAK', []],
    ['010120000765432001', 'BAHT', ['currency: currency']],
    ['010120200765432001', 'LAK', ['currency: currency']],
    ['01012-01-00765432-001', 'BAHT', ['bankAccountNo: dollars']],
  ])('the BCEL number %s with %s', (bankAccountNo, currency, found) => {
    expect(problems(bankForm, { ...bank, bankCode: 'BCEL', bankAccountNo, currency })).toEqual(found)
  })
  test('an account number has only digits', () => {
    expect(problems(bankForm, { ...bank, bankAccountNo: '12AB' })).toEqual([
      'bankAccountNo: account-no-digits',
    ])
  })
})

describe('request', () => {
  const read = [v.parse(profileForm('TH'), profile), v.parse(bankForm, bank)] as const
  test('the Thai build sends no currency and no empty optional fields', () => {
    expect(toRegistration(...read, 'TH')).toEqual({
      name: 'Somchai',
      username: '0812345678',
      password: 'river1234',
      bankCode: 'KBANK',
      bankAccountName: 'สมชาย ใจดี',
      bankAccountNo: '1234567890',
    })
  })
  test('the Lao build sends the currency', () => {
    expect(toRegistration(...read, 'LA')).toMatchObject({ currency: 'BAHT' })
  })
})
