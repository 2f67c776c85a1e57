import { expect, test } from 'vitest'
import type { AccountCurrency } from './account-currencies.ts'
import { currencyOfNumber, currencyProblem } from './account-currency.ts'

const number = (group: string) => `01012${group}00765432001`

test.each([
  ['00', 'LAK'],
  ['01', 'USD'],
  ['02', 'BAHT'],
  ['03', undefined],
])('the group %s of a BCEL number says %s', (group, currency) => {
  expect(currencyOfNumber(number(group), 'BCEL')).toBe(currency)
})

test.each([
  ['another bank', number('02'), 'LDB'],
  ['another length', number('02').slice(1), 'BCEL'],
  ['a longer number', `${number('02')}1`, 'BCEL'],
])('%s says none', (_, digits, bank) => {
  expect(currencyOfNumber(digits, bank)).toBeUndefined()
  expect(currencyProblem(digits, bank, 'LAK')).toBeUndefined()
})

test.each<[string, AccountCurrency | undefined, string | undefined]>([
  ['00', 'LAK', undefined],
  ['00', 'BAHT', 'currency'],
  ['02', 'LAK', 'currency'],
  ['02', 'BAHT', undefined],
  ['02', undefined, undefined],
  ['01', 'LAK', 'dollars'],
  ['01', undefined, 'dollars'],
])('of the group %s and %s the problem is %s', (group, currency, problem) => {
  expect(currencyProblem(number(group), 'BCEL', currency)).toBe(problem)
})
