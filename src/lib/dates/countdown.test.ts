import { expect, test } from 'vitest'
import { formatCountdown, remainingMs } from './countdown.ts'

test.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [61_000, '01:01'],
  [1, '00:01'],
  [0, '00:00'],
  [-5000, '00:00'],
  [6_000_000, '100:00'],
])('%d ms are shown as %s', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text)
})

test('after the end nothing is left', () => {
  expect(remainingMs(5000, 2000)).toBe(3000)
  expect(remainingMs(5000, 9000)).toBe(0)
})
