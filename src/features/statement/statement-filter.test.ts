import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listStatements, statementTypes } from '#api/contract/statement.ts'
import { firstDay, readStatementSearch, statementKinds, toStatementFilter } from './statement-filter.ts'

test('an address is read, whatever is in it: what is no kind or day is left out', () => {
  expect(
    readStatementSearch({
      kind: 'withdraw,toString,withdraw,bonus',
      from: '2026-01-31',
      until: '2026-13-01',
      q: ' 3a9c ',
    }),
  ).toEqual({ kinds: ['withdraw', 'bonus'], from: '2026-01-31', until: undefined, text: '3a9c' })
  const text = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', '2026-02-31', '9999-99-99', '0026-01-01')),
    {
      nil: undefined,
    },
  )
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

test.each(['0026-01-01', '0999-12-31', '1000-01-01', '3000-01-01', '9999-12-31'])(
  'a day that the calls cannot name is left out: %s',
  (day) => {
    expect(readStatementSearch({ from: day, until: day })).toMatchObject({
      from: undefined,
      until: undefined,
    })
  },
)

test.each([firstDay, '2569-01-01', '2999-12-31'])('a day that is read can be asked for: %s', (day) => {
  const search = readStatementSearch({ from: day, until: day })
  expect(search).toMatchObject({ from: day, until: day })
  const body = { page: 1, limit: 10, ...toStatementFilter(search) }
  expect(v.is(listStatements.body, body)).toBe(true)
})

test('all kinds together name every type of row', () => {
  const filter = toStatementFilter({ kinds: statementKinds })
  expect(filter).toEqual({ statementTypes: [...statementTypes] })
  expect(v.is(listStatements.body, { page: 1, limit: 10, ...filter })).toBe(true)
})
