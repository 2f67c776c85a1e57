import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSince } from './receipt-period.ts'

const at = (text: string) => Date.parse(text)
const anyTime = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') })
const HOUR = 3_600_000

test.each([
  ['day', '2026-01-07T16:59:59.999Z', '2026-01-07T00:00:00+07:00'],
  ['day', '2026-01-07T17:00:00Z', '2026-01-08T00:00:00+07:00'],
  ['week', '2026-01-07T12:00:00+07:00', '2026-01-05T00:00:00+07:00'],
  ['week', '2026-01-05T00:00:00+07:00', '2026-01-05T00:00:00+07:00'],
  ['week', '2026-01-04T23:59:59.999+07:00', '2025-12-29T00:00:00+07:00'],
] as const)('the %s of %s began at %s', (type, now, start) => {
  expect(countedSince(type, at(now))).toBe(at(start))
})

test('without a period everything counts', () => {
  expect(countedSince('limit', at('2026-01-07T12:00:00Z'))).toBe(0)
})

test('a period starts at midnight in Bangkok, less than its length ago; a week on a Monday', () => {
  fc.assert(
    fc.property(anyTime, fc.constantFrom('day' as const, 'week' as const), (now, type) => {
      const start = countedSince(type, now)
      const wall = new Date(start + 7 * HOUR)
      expect(start).toBeLessThanOrEqual(now)
      expect(now - start).toBeLessThan(type === 'day' ? 24 * HOUR : 7 * 24 * HOUR)
      expect(wall.toISOString().slice(11)).toBe('00:00:00.000Z')
      expect(type === 'day' || wall.getUTCDay() === 1).toBe(true)
      expect(countedSince(type, start)).toBe(start)
      expect(countedSince(type, start - 1)).toBeLessThan(start)
    }),
  )
})
