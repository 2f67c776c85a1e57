import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toStatementFilter, readStatementSearch } from './statement-filter.ts'

test('an address is read, whatever is in it: what is no kind or day is left out', () => {
  expect(
    readStatementSearch({
      kind: 'withdraw,toString,withdraw,bonus',
      from: '2026-01-31',
      until: '2026-13-01',
      q: ' 3a9c ',
    }),
  ).toEqual({ kinds: ['withdraw', 'bonus'], from: '2026-01-31', until: undefined, text: '3a9c' })
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('__proto__', '2026-02-31', '9999-99-99')), {
    nil: undefined,
  })
  fc.assert(
    fc.property(fc.record({ kind: text, from: text, until: text, q: text }), (address) => {
      expect(() => toStatementFilter(readStatementSearch(address))).not.toThrow()
    }),
  )
})

test('an empty address filters nothing', () => {
  expect(toStatementFilter(readStatementSearch({}))).toBeUndefined()
  expect(toStatementFilter(readStatementSearch({ kind: '', q: '  ' }))).toBeUndefined()
})
