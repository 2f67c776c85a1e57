import { describe, expect, test } from 'vitest'
import type { Statement } from '#api/contract/statement.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { cutDays, totalOf } from './day-totals.ts'
import { activityOf, faceOf, flowOf, groupByDay, rowKeys } from './statement-rules.ts'

const row = (changes: Partial<Statement>): Statement => ({
  statementType: 'deposit',
  from: '',
  to: '',
  status: 'SUCCESS',
  createdAt: '2026-01-05T03:00:00Z',
  amount: 100,
  description: '',
  reference: '',
  channel: '',
  fromEnding: '',
  toEnding: '',
  note: '',
  ...changes,
})

test.each([
  [{ statementType: 'deposit' }, 'in'],
  [{ statementType: 'bonus' }, 'in'],
  [{ statementType: 'withdraw' }, 'out'],
  [{ statementType: 'transfer' }, undefined],
  [{ statementType: 'finish_bonus', fee: null }, undefined],
  [{ statementType: 'finish_bonus', from: 'WALLET', fee: null }, 'out'],
] as const)('%j goes %s', (changes, flow) => expect(flowOf(row(changes))).toBe(flow))

test.each([
  ['SUCCESS', 'done'],
  ['FAILED', 'failed'],
  ['PENDING', 'waiting'],
  ['', 'waiting'],
])('status %j is %s', (status, outcome) => expect(rowOutcomeOf(status)).toBe(outcome))

describe('what a row says', () => {
  test.each([
    [
      { statementType: 'transfer', from: 'WALLET', to: 'PG' },
      { kind: 'to-game', game: 'PG' },
    ],
    [
      { statementType: 'transfer', from: 'PG', to: 'WALLET' },
      { kind: 'from-game', game: 'PG' },
    ],
    [
      { statementType: 'transfer', from: 'PG', to: 'IMI' },
      { kind: 'between-games', from: 'PG', to: 'IMI' },
    ],
    [{ statementType: 'bonus', description: 'luckydraw' }, { kind: 'luckydraw' }],
    [{ statementType: 'bonus', description: 'refund' }, { kind: 'refund' }],
    [{ statementType: 'bonus', description: 'something new' }, { kind: 'bonus' }],
    [{ statementType: 'finish_bonus', fee: null }, { kind: 'finish_bonus' }],
    [{ statementType: 'finish_bonus', from: 'PG', fee: 0 }, { kind: 'taken-back' }],
    [{ statementType: 'withdraw' }, { kind: 'withdraw' }],
  ] as const)('%j', (changes, activity) => expect(activityOf(row(changes))).toEqual(activity))

  test('a row has its colour once it is done, and a failed one is coral, whatever it was', () => {
    expect(faceOf('withdraw', 'failed')).toEqual({ icon: 'withdraw', tone: 'coral' })
    expect(faceOf('deposit', 'done').tone).toBe('jade')
    expect(faceOf('deposit', 'waiting')).toEqual({ icon: 'deposit', tone: 'plain' })
  })
})

test('days change at midnight in Bangkok', () => {
  const rows = [
    '2026-01-05T17:00:00Z',
    '2026-01-05T16:59:59Z',
    '2026-01-04T17:00:00Z',
    '2026-01-04T16:00:00Z',
  ]
  const days = groupByDay(rows.map((createdAt) => ({ createdAt })))
  expect(days.map(({ day, rows }) => [day, rows.length])).toEqual([
    ['2026-01-06', 1],
    ['2026-01-05', 2],
    ['2026-01-04', 1],
  ])
})

test('a row keeps its key when newer ones come above it, also of the same moment', () => {
  const [at, later] = ['2026-01-05T03:00:00Z', '2026-01-05T04:00:00Z']
  const rows = [{ createdAt: at }, { createdAt: at }]
  const keys = rowKeys(rows)
  expect(new Set(keys).size).toBe(2)
  expect(rowKeys([{ createdAt: later }, { createdAt: at }, ...rows]).slice(2)).toEqual(keys)
})

test('a total counts what came in and went out: not transfers, and not what failed or is still being processed', () => {
  const rows = [
    row({ amount: 500_00 }),
    row({ statementType: 'bonus', amount: 7_00 }),
    row({ statementType: 'withdraw', amount: 40_25 }),
    row({ statementType: 'withdraw', amount: 900_00, status: 'FAILED' }),
    row({ statementType: 'withdraw', amount: 100_00, status: 'PROCESSING' }),
    row({ statementType: 'transfer', amount: 300_00 }),
    row({ statementType: 'finish_bonus', amount: 50_00 }),
  ]
  expect(totalOf(rows)).toEqual({ in: 507_00, out: 40_25, count: 3 })
  expect(totalOf([])).toEqual({ in: 0, out: 0, count: 0 })
})

test.each([
  [false, false, []],
  [true, false, ['c']],
  [false, true, ['a']],
  [true, true, ['c', 'a']],
])('newer rows before the page: %s, older after it: %s', (startsInside, endsInside, cut) => {
  const days = ['c', 'b', 'a'].map((day) => ({ day }))
  expect(cutDays(days, { startsInside, endsInside })).toEqual(cut)
})

test('one day may be cut on both sides', () => {
  expect(cutDays([{ day: 'a' }], { startsInside: true, endsInside: true })).toEqual(['a'])
  expect(cutDays([], { startsInside: true, endsInside: true })).toEqual([])
})
