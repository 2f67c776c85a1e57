import { expect, test } from 'vitest'
import { middleOf } from './expected-payout.ts'

test.each([
  [[], undefined],
  [[1, 2, 3, 4], undefined],
  [[9, 1, 5, 3, 7], 5],
  [[1, 2, 3, 4, 5, 6], 4],
  [[60, 60, 60, 60, 90_000_000], 60],
])('of %j the middle one is %s', (took, middle) => {
  expect(middleOf(took)).toBe(middle)
})
