import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterOf, readNarrowing } from './statement-filter.ts'

test('an address is read, whatever is in it: what is no kind or day is left out', () => {
  expect(
    readNarrowing({
      kind: 'withdraw,toString,withdraw,bonus',
      from: '2026-01-31',
      until: '2026-13-01',
      q: ' 3a9c ',
    }),
  ).toEqual({ kinds: ['withdraw', 'bonus'], from: '2026-01-31', until: undefined, search: '3a9c' })
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('__proto__', '2026-02-31', '9999-99-99')), {
    nil: undefined,
  })
  fc.assert(
    fc.property(fc.record({ kind: text, from: text, until: text, q: text }), (address) => {
      expect(() => filterOf(readNarrowing(address))).not.toThrow()
    }),
  )
})

test('an empty address narrows nothing', () => {
  expect(filterOf(readNarrowing({}))).toBeUndefined()
  expect(filterOf(readNarrowing({ kind: '', q: '  ' }))).toBeUndefined()
})
