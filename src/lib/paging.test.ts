import { expect, test } from 'vitest'
import { pageCount } from './paging.ts'

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [101, 11],
])('%i rows fill %i pages', (total, pages) => {
  expect(pageCount(total)).toBe(pages)
})
