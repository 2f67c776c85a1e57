import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { weaknessOf } from './weak-passwords.ts'

const owner = { phone: '0812345678', names: ['Somchai'], country: 'TH' as const }

test('the ten thousand most common passwords are refused, in any letter case', () => {
  const common = dictionary['passwords-common'].slice(0, 10_000)
  expect(common).toHaveLength(10_000)
  expect(common.filter((one) => weaknessOf(one, owner) === undefined)).toEqual([])
  expect(common.filter((one) => weaknessOf(one.toUpperCase(), owner) === undefined)).toEqual([])
})

test.each(['12345678', 'Password1', 'qwertyuiop', '๑๒๓๔๕๖๗๘', 'iloveyou', '1234 5678'])(
  '%s is too common',
  (password) => expect(weaknessOf(password, owner)).toBe('common'),
)

test.each(['petal-and-river-9', 'champa1234', 'ดอกจำปาริมน้ำ'])('%s is accepted', (password) => {
  expect(weaknessOf(password, owner)).toBeUndefined()
})
