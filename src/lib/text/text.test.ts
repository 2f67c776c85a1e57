import { expect, test } from 'vitest'
import { normaliseText } from './text.ts'

test('the two spellings of a Lao word compare as one', () => {
  expect(normaliseText('ສ\u0ECD\u0EB2ເລັດ')).toBe('ສ\u0EB3ເລັດ')
})

test('Latin accents are composed', () => {
  expect(normaliseText('e\u0301')).toBe('é')
})
