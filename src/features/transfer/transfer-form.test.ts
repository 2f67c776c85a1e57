import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { transferSchema } from './transfer-form.ts'

const schema = transferSchema([
  { code: 'WALLET', balance: 50_000 },
  { code: 'PG', name: 'PG', balance: 0 },
])
const faults = (from: string, to: string, amount: string) => {
  const { issues } = v.safeParse(schema, { from, to, amount })
  return issues && v.flatten<typeof schema>(issues).nested
}

describe('a transfer', () => {
  test('is sent in satang', () => {
    expect(v.parse(schema, { from: 'WALLET', to: 'PG', amount: '๑๐๐.๕๐' })).toEqual({
      from: 'WALLET',
      to: 'PG',
      amount: 100_50,
    })
  })
  test.each([
    ['', 'PG', '1', { from: ['no-account'] }],
    ['WALLET', '', '1', { to: ['no-account'] }],
    ['PG', 'PG', '1', { to: ['same-account'], amount: ['not-enough'] }],
    ['WALLET', 'PG', '0.99', { amount: ['below-minimum'] }],
    ['WALLET', 'PG', '500.01', { amount: ['not-enough'] }],
    ['WALLET', 'PG', '1e3', { amount: ['not-a-number'] }],
    ['WALLET', 'PG', '-5', { amount: ['negative'] }],
    ['WALLET', 'PG', '0.001', { amount: ['too-many-decimals'] }],
  ])('%j to %j, %j', (from, to, amount, expected) => expect(faults(from, to, amount)).toMatchObject(expected))
})
