import { expect, test } from 'vitest'
import { bankName } from './bank-name.ts'

const both = { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' }

test.each([
  ['th', 'กสิกรไทย'],
  ['la', 'Kasikornbank'],
  ['en', 'Kasikornbank'],
])('the name of a bank in %s', (locale, name) => {
  expect(bankName(both, locale)).toBe(name)
})

test('the only name there is', () => {
  expect(bankName({ ...both, nameEN: '' }, 'en')).toBe('กสิกรไทย')
  expect(bankName({ ...both, nameTH: '' }, 'th')).toBe('Kasikornbank')
})
