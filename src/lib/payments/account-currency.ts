import * as v from 'valibot'
import type { AccountCurrency } from './account-currencies.ts'

const bcelCurrencies: Record<string, AccountCurrency | 'USD'> = { '00': 'LAK', '01': 'USD', '02': 'BAHT' }

/** The currency that an account number says: BCEL's third group does, at its full length. Undefined where none is said. */
export function currencyOfNumber(digits: string, bankCode: string): AccountCurrency | 'USD' | undefined {
  return bankCode === 'BCEL' && /^\d{18}$/u.test(digits) ? bcelCurrencies[digits.slice(5, 7)] : undefined
}

export type CurrencyProblem = 'dollars' | 'currency'

/** What is wrong with this currency for this number; undefined where nothing is, or nothing can be told. */
export function currencyProblem(
  digits: string,
  bankCode: string,
  currency: AccountCurrency | undefined,
): CurrencyProblem | undefined {
  const said = currencyOfNumber(digits, bankCode)
  if (said === 'USD') return 'dollars'
  return said && currency && said !== currency ? 'currency' : undefined
}

interface Account extends Record<string, unknown> {
  bankCode: string
  bankAccountNo: string
  currency?: AccountCurrency | undefined
}

/** The same as a form's check: dollars are told at the number, another currency than the number says at the choice. */
export const currencyCheck = <Form extends Account>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value: input } = dataset
    const message = currencyProblem(input.bankAccountNo, input.bankCode, input.currency)
    const key = message === 'dollars' ? 'bankAccountNo' : 'currency'
    const path = { type: 'object', origin: 'value', input, key, value: input[key] } as const
    if (message) addIssue({ message, path: [path] })
  })
