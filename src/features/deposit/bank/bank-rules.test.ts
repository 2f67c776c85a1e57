import { describe, expect, test } from 'vitest'
import { bankAccounts, type DepositAccount, showsCurrency } from './bank-rules.ts'

const account = (bankCode: string, values: Partial<DepositAccount> = {}): DepositAccount => ({
  bankType: 'BANK',
  bankCode,
  mode: 'AUTO',
  bank: { nameTH: '', nameEN: bankCode },
  bankAccountName: 'CHAMPA',
  bankAccountNo: '1112223334',
  currency: '',
  ...values,
})
const shown = (banks: DepositAccount[], isManual = false) =>
  bankAccounts({ banks, isManual }).map(({ account: { bankCode }, variant }) => `${bankCode} ${variant}`)

describe('accounts to transfer to', () => {
  test('automatic ones first, then BCEL, then the others as the site lists them', () => {
    const banks = ['LDB', 'KBANK', 'BCEL', 'BBL', 'GSB', 'SCB'].map((code) => account(code))
    expect(shown(banks)).toEqual([
      'SCB auto',
      'GSB auto',
      'KBANK auto',
      'BCEL bcel',
      'LDB plain',
      'BBL plain',
    ])
  })

  test('a bank that is not in automatic mode is shown plainly', () => {
    expect(shown([account('SCB', { mode: 'MANUAL' }), account('GSB')])).toEqual(['GSB auto', 'SCB plain'])
  })

  test('each account of BCEL is shown', () => {
    const banks = [account('BCEL', { currency: 'LAK' }), account('BCEL', { currency: 'BAHT' })]
    expect(bankAccounts({ banks, isManual: false }).map((one) => one.account.currency)).toEqual([
      'LAK',
      'BAHT',
    ])
  })

  test('a site where staff check transfers shows all accounts the same way', () => {
    expect(shown([account('KBANK'), account('BCEL')], true)).toEqual(['KBANK manual', 'BCEL manual'])
  })

  test('QR channels and accounts without a number are left out', () => {
    const banks = [account('KBANK', { bankType: 'QR' }), account('WW', { bankType: 'PAYMENT' })]
    expect(shown([...banks, account('SCB', { bankAccountNo: '' })])).toEqual([])
  })
})

test.each([
  ['BCEL', 'BAHT', true],
  ['BCEL', 'LAK', true],
  ['LDB', 'LAK', true],
  ['SCB', 'BAHT', false],
  ['SCB', '', false],
])('%s in %j shows its currency: %s', (code, currency, expected) => {
  const [one] = bankAccounts({ banks: [account(code, { currency })], isManual: false })
  expect(one && showsCurrency(one)).toBe(expected)
})
