import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

const minute = 60_000
const unknown = { status: 'unknown', running: false } as const
const running = { status: 'unknown', running: true } as const
const row = { amount: 1, createdAt: '2026-01-01T00:00:00Z' }
const notSaid = { status: 'unknown' } as const

test.each([
  ['done is done, however old', { status: 'done' } as const, 30 * 60 * minute, 'done'],
  ['failed is failed', { status: 'failed' } as const, 0, 'failed'],
  ['it may still arrive', unknown, minute, 'asking'],
  ['after two minutes nothing will arrive any more', unknown, 2 * minute, 'never-arrived'],
  ['what is being worked on has arrived, however long it takes', running, 30 * minute, 'asking'],
  ['a backend that does not say leaves it to the statement', notSaid, 2 * minute, 'forgotten'],
  ['without an answer nothing is known', undefined, 10 * minute, 'asking'],
  ['after a day the server has forgotten', unknown, 24 * 60 * minute, 'forgotten'],
  ['without an answer after a day too', undefined, 24 * 60 * minute, 'forgotten'],
  ['a clock set back makes nothing old', unknown, -24 * 60 * minute, 'asking'],
  [
    'a row like it ends the question',
    { status: 'compared', row, wallet: { now: 1 } } as const,
    0,
    'compared',
  ],
  ['without a row it may still come', { status: 'compared', wallet: { now: 1 } } as const, minute, 'asking'],
  [
    'and after two minutes nobody waits',
    { status: 'compared', wallet: { now: 1 } } as const,
    2 * minute,
    'compared',
  ],
  ['where nothing can be compared nobody waits', { status: 'compared' } as const, 0, 'compared'],
])('%s', (_, report, age, outcome) => {
  expect(outcomeOf(report, 1_000_000_000_000, 1_000_000_000_000 + age)).toBe(outcome)
})
