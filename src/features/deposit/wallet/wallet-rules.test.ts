import { expect, test } from 'vitest'
import { giftOutcome } from './wallet-rules.ts'

const sent = Date.parse('2026-11-20T12:00:00Z')
const row = (status: string, createdAt: string, from = 'TRUEWALLET') =>
  ({ statementType: 'deposit', from, status, createdAt, amount: 20_00 }) as const

test.each([
  [[row('SUCCESS', '2026-11-20T12:00:30Z')], { outcome: 'done', satang: 20_00 }],
  [[row('FAILED', '2026-11-20T12:00:30Z')], { outcome: 'failed', satang: 20_00 }],
  [[row('FAILED', '2026-11-20T11:00:00Z')], { outcome: 'waiting', satang: 0 }],
  [[row('SUCCESS', '2026-11-20T12:00:30Z', 'KBANK')], { outcome: 'waiting', satang: 0 }],
  [[], { outcome: 'waiting', satang: 0 }],
])('the statement shows the outcome of a gift (%#)', (rows, news) =>
  expect(giftOutcome(rows, sent)).toEqual(news),
)
