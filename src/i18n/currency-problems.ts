import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CurrencyProblem } from '#lib/payments/account-currency.ts'

/** What is wrong with an account's currency (`currencyProblem`). */
export const currencyProblems = {
  currency: msg`This number is of an account in another currency. Choose the other one, or check the number.`,
  dollars: msg`This number is of an account in US dollars. Only accounts in kip or baht can be paid.`,
} satisfies Record<CurrencyProblem, MessageDescriptor>
