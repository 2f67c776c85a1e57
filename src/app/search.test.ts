import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('parameters stay text, even if they look like numbers or JSON', () => {
  expect(parseSearch('?code=0123&page=2&x={"a":1}')).toEqual({ code: '0123', page: '2', x: '{"a":1}' })
})

test('undefined parameters are left out', () => {
  expect(stringifySearch({ open: undefined, page: 2 })).toBe('?page=2')
  expect(stringifySearch({})).toBe('')
})

test('written parameters are parsed back', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.dictionary(text, text), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})
