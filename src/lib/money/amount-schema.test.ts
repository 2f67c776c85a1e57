import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { amountFault, amountSchema, typedSatang } from './amount-schema.ts'

const schema = amountSchema({ minimum: 100, maximum: 1_000_000, available: 50_000 })

function read(text: string): number | string | undefined {
  const result = v.safeParse(schema, text)
  return result.success ? result.output : result.issues[0].message
}

describe('an amount within limits', () => {
  test.each([
    ['100', 10_000],
    ['๑๐๐', 10_000],
    ['໑໐໐', 10_000],
    ['1', 100],
    ['500', 50_000],
    ['', 'empty'],
    ['1e3', 'not-a-number'],
    ['-5', 'negative'],
    ['0.001', 'too-many-decimals'],
    ['0.99', 'below-minimum'],
    ['0', 'below-minimum'],
    ['500.01', 'not-enough'],
    ['10000.01', 'above-maximum'],
    ['99999999999999999999', 'too-large'],
  ])('%j gives %j', (typed, expected) => expect(read(typed)).toBe(expected))

  test('asks for no money that is not known yet', () => {
    expect(amountFault(50_001, { minimum: 100 })).toBeUndefined()
  })
})

test('what is typed so far', () => {
  expect(typedSatang('1,234.5')).toBe(123_450)
  expect(typedSatang('abc')).toBeUndefined()
})
