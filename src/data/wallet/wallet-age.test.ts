import { expect, test } from 'vitest'
import { isOutdated } from './wallet-age.ts'

const now = Date.UTC(2026, 0, 2)
const day = 24 * 60 * 60_000
const told = { dataUpdatedAt: now - day, isError: false, isFetching: false }

test.each([
  ['whose newer answer is still awaited', { isFetching: true }, true],
  ['whose newer answer failed', { isError: true }, true],
  ['that is asked for again soon after', { dataUpdatedAt: now - 1000, isFetching: true }, false],
  ['that nobody needs to ask for again', {}, false],
])('an answer %s', (_, more, isOld) => {
  expect(isOutdated({ ...told, ...more }, now)).toBe(isOld)
})
