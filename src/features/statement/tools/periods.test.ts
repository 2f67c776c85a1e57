import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, lastMonths, lastOf, presetRange, rangeOf } from './periods.ts'

/** Half an hour after midnight in Bangkok: still the day before in UTC. */
const now = Date.parse('2026-02-28T17:30:00Z')

test.each([
  ['week', ['2026-02-23', '2026-03-01']],
  ['month', ['2026-03-01', '2026-03-01']],
  ['last-month', ['2026-02-01', '2026-02-28']],
  ['year', ['2026-01-01', '2026-03-01']],
] as const)('%s, just after a month’s end', (preset, range) =>
  expect(presetRange(preset, now)).toEqual(range),
)

test.each([
  ['2024-02', '2024-02-29'],
  ['2026-12', '2026-12-31'],
  ['2026-04', '2026-04-30'],
])('%s ends on %s', (month, day) => expect(lastOf(month)).toBe(day))

test('months are added over years, and taken away again', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2025-12', 1)).toBe('2026-01')
  fc.assert(
    fc.property(
      fc.integer({ min: 2001, max: 2090 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: -240, max: 240 }),
      (year, number, count) => {
        const month = `${year}-${String(number).padStart(2, '0')}`
        expect(addMonths(month, count)).toMatch(/^\d{4}-(?:0[1-9]|1[0-2])$/u)
        expect(addMonths(addMonths(month, count), -count)).toBe(month)
        expect(addMonths(month, count) > month).toBe(count > 0)
      },
    ),
  )
})

test('the last twelve months end with this one', () => {
  expect(lastMonths(3, now)).toEqual(['2026-01', '2026-02', '2026-03'])
})

test('an open range reaches back ten years at most, and to today', () => {
  expect(rangeOf({ kinds: [] }, now)).toEqual(['2016-04-01', '2026-03-01'])
  expect(rangeOf({ kinds: [], from: '2026-01-05' }, now)).toEqual(['2026-01-05', '2026-03-01'])
  expect(rangeOf({ kinds: [], from: '1999-01-05', until: '2026-01-31' }, now)).toEqual([
    '2016-02-01',
    '2026-01-31',
  ])
})
