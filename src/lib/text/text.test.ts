import { expect, test } from 'vitest'
import { normaliseText } from './text.ts'

test('the two spellings of a Lao word compare as one', () => {
  expect(normaliseText('ສ\u0ECD\u0EB2ເລັດ')).toBe('ສ\u0EB3ເລັດ')
})

test('what nobody sees, or turns the line around, is taken out, and what it held apart is composed', () => {
  expect(normaliseText('\u200B\u00ADa\u200E\u200Fb\u2060\uFEFF')).toBe('ab')
  expect(normaliseText('\u202Aa\u202B\u202C\u202D\u202Eb\u2066\u2067\u2068\u2069')).toBe('ab')
  expect(normaliseText('e\u200B\u0301 \u0ECD\u2060\u0EB2')).toBe('é \u0EB3')
})

test('a joiner is a part of the spelling', () => {
  expect(normaliseText('ශ්\u200Dරී')).toBe('ශ්\u200Dරී')
})

test('Latin accents are composed', () => {
  expect(normaliseText('e\u0301')).toBe('é')
})
