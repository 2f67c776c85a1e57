import { expect, test } from 'vitest'
import { passwordAdvice, passwordWeakness } from './password-rules.ts'

const owner = {
  phone: '0812345678',
  names: ['Somchai Jaidee-Suksan', 'สมชายชาญ ใจดี'],
  country: 'TH' as const,
}
const weakness = (password: string) => passwordWeakness(password, owner)

test.each(['', 'river12', '1234567', 'ลูกแมว1'])('%j is shorter than eight characters', (password) => {
  expect(weakness(password)).toBe('short')
})

test('length counts normalised characters', () => {
  expect(weakness('e\u0301'.repeat(4))).toBe('short')
  expect(weakness('🌼🌊🌙⭐')).toBe('short')
  expect(weakness('ลูกแมว 7')).toBeUndefined()
})

test.each(['0812345678', '081-234-5678', '+66 81 234 5678', '๐๘๑๒๓๔๕๖๗๘'])(
  '%s is the member’s own phone',
  (password) => expect(weakness(password)).toBe('phone'),
)

test.each(['somchaijaidee-suksan', 'SOMCHAI JAIDEE-SUKSAN', 'jaidee-SUKSAN', 'สมชายชาญ'])(
  '%s is the member’s own name',
  (password) => expect(weakness(password)).toBe('name'),
)

test.each(['aaaaaaaa', '12121212', 'AaAaAaAa'])('%s repeats itself', (password) => {
  expect(weakness(password)).toBe('repeating')
})

test.each(['river1234', '0812345679', 'somchai-1234', 'my 0812345678'])('%s is accepted', (password) => {
  expect(weakness(password)).toBeUndefined()
})

test('a Lao phone number is recognised in its local spelling', () => {
  const lao = { phone: '02055512345', names: [''], country: 'LA' as const }
  expect(passwordWeakness('55512345', lao)).toBe('phone')
  expect(passwordWeakness('020 5551 2345', lao)).toBe('phone')
})

test.each([
  ['short', 'river'],
  ['name', 'jaidee-suksan'],
  ['enough', 'river1234'],
  ['long', 'river and petal'],
  ['long', 'password1234'],
])('advice while typing: %s', (advice, password) => {
  expect(passwordAdvice(password, owner)).toBe(advice)
})
