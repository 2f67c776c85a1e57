import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { formatMoney } from '#lib/money/money.ts'
import { wordsFor } from './handle-error.ts'
import { refusalWords } from './refusal-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  [{ reason: 'above-maximum', minimum: 1, maximum: 50_000 }, /The maximum is 50,000\.00\s฿/u],
  [{ reason: 'below-minimum', minimum: 100 }, /The minimum is 100\.00\s฿/u],
  [{ reason: 'too-many-pending' }, /on their way to the bank/u],
  [{ reason: 'slips-closed-now', until: '2026-01-05T18:30:00Z' }, /after 01:30/u],
  [{ reason: 'too-many-today' }, /allowed for today/u],
  [
    { reason: 'limit-day', maximum: 350, until: '2026-01-05T17:00:00Z' },
    /for a day\. Left: 350\.00\s฿\. A new day begins on 06\/01\/2026/u,
  ],
  [{ reason: 'limit-week', maximum: 0, until: '2026-01-04T17:00:00Z' }, /for a week.* 05\/01\/2026/u],
  [{ reason: 'limit-month', maximum: 0, until: '2026-01-31T17:00:00Z' }, /for a month.* 01\/02\/2026/u],
  [{ reason: 'deposit-first' }, /make a deposit/u],
  [{ reason: 'terms-changed' }, /terms of this offer have just changed/u],
  [{ reason: 'bonus-not-played', percent: 10 }, /at most 10% is left/u],
])('%j names the rule', (body, words) =>
  expect(refusalWords(new ApiError('refused', { code: 'KEY_INVALID', body }), formatMoney)).toMatch(words),
)

test.each(['limit-day', 'limit-week', 'limit-month'])(
  '%s tells what is left only to a member who shows amounts',
  (reason) => {
    const body = { reason, maximum: 350, until: '2026-01-05T17:00:00Z' }
    const error = new ApiError('refused', { code: 'DEPOSIT_LIMIT', body })
    const words = refusalWords(error, () => 'Amount hidden')
    expect(words).toMatch(/Left: Amount hidden\./u)
    expect(words).not.toContain('350')
  },
)

test('so many refusals in a day that the reason is not told are no request that still runs', () => {
  const body = { message: 'REQUEST_LIMIT', reason: 'too-many-refusals' }
  const error = new ApiError('refused', { code: 'REQUEST_LIMIT', status: 429, body })
  for (const words of [refusalWords(error, formatMoney), wordsFor(error)])
    expect(words).toMatch(/did not go through\. Too many .* were refused today/u)
  const running = new ApiError('refused', {
    code: 'REQUEST_LIMIT',
    status: 409,
    body: { message: 'REQUEST_LIMIT' },
  })
  expect(wordsFor(running)).toMatch(/still being worked on/u)
})

test('what is too little to be claimed is told with the least that can be, and nobody is asked to enter more', () => {
  const body = { reason: 'below-minimum', minimum: 100 }
  const refused = (details: object) =>
    refusalWords(new ApiError('refused', { code: 'REFUND_MINIMUM', body: details }), formatMoney)
  expect(refused(body)).toBe('Cashback can be claimed from 100.00 baht.')
  // Another backend may send the code alone.
  expect(refused({})).toBe('Cashback can be claimed once it is more than 0 baht.')
  expect(refused({ reason: 'below-minimum' })).toBe(refused({}))
})

test.each([{}, { reason: 'of a kind we do not know' }, { reason: 'constructor' }])(
  '%j leaves it to the code, and to the server’s own words',
  (body) => {
    expect(refusalWords(new ApiError('refused', { code: 'NO_REFUND', body }), formatMoney)).toMatch(
      /No cashback/u,
    )
    const own = { code: 'The desk is closed', text: 'The desk is closed', body }
    expect(refusalWords(new ApiError('refused', own), formatMoney)).toBe('The desk is closed')
  },
)
