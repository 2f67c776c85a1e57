import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BankAccountProblem } from '#lib/payments/bank-account-schema.ts'

/** What is wrong with a bank account, in the form of it. */
export const bankAccountProblems = {
  bank: msg`Choose your bank.`,
  'latin-name': msg`This bank wants the name in English letters.`,
  'account-no': msg`Enter the account number.`,
  'account-no-digits': msg`An account number has 8 to 20 digits and nothing else.`,
  currency: msg`This number is of an account in another currency. Choose the other one, or check the number.`,
  dollars: msg`This number is of an account in US dollars. Only accounts in kip or baht can be paid.`,
} satisfies Record<BankAccountProblem, MessageDescriptor>
