import { expect, test } from 'vitest'
import { lookup } from './lookup.ts'

test('finds only the table’s own entries', () => {
  const table = { one: 1, none: undefined }
  expect(
    ['one', 'none', 'two', 'toString', '__proto__', undefined].map((name) => lookup(table, name)),
  ).toEqual([1, ...Array.from({ length: 5 })])
})
