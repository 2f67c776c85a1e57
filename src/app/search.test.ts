import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('text stays text, whatever it looks like', () => {
  expect(parseSearch('?code=0123&page=2&x={"a":1}')).toEqual({ code: '0123', page: '2', x: '{"a":1}' })
})

test('nothing is written for what is not there', () => {
  expect(stringifySearch({ open: undefined, page: 2 })).toBe('?page=2')
  expect(stringifySearch({})).toBe('')
})

test('what was written is read again', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.dictionary(text, text), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})
