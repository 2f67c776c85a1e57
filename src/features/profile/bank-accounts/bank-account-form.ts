import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { personName } from '#api/contract/fields.ts'
import { currencyProblems } from '#i18n/currency-problems.ts'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { currencyCheck } from '#lib/payments/account-currency.ts'
import { isLatinName, needsLatinName, readAccountNo, toLatinName } from '#lib/payments/bank-account.ts'
import { lookup } from '#lib/lookup.ts'

const problems = {
  bank: msg`Choose your bank.`,
  name: msg`Enter the name on the account.`,
  latin: msg`This bank wants the name in English letters.`,
  ...currencyProblems,
  number: msg`An account number has 8 to 20 digits and nothing else.`,
}
type Problem = keyof typeof problems

/** Parses to what the backend is sent. */
export const bankAccountForm = v.pipe(
  v.object({
    bankCode: v.pipe(v.string(), v.nonEmpty('bank' satisfies Problem)),
    bankAccountName: v.pipe(
      v.string(),
      v.trim(),
      v.check((name) => v.is(personName, name), 'name' satisfies Problem),
    ),
    bankAccountNo: v.pipe(
      v.string(),
      v.check((text) => !readAccountNo(text).problem, 'number' satisfies Problem),
      v.transform((text) => readAccountNo(text).digits),
    ),
    /** Missing where the site asks for none. */
    currency: v.optional(v.picklist(accountCurrencies)),
  }),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['bankAccountName']],
      ({ bankCode, bankAccountName }) => !needsLatinName(bankCode) || isLatinName(bankAccountName),
      'latin' satisfies Problem,
    ),
    ['bankAccountName'],
  ),
  currencyCheck(),
  v.transform((form) =>
    needsLatinName(form.bankCode) ? { ...form, bankAccountName: toLatinName(form.bankAccountName) } : form,
  ),
)

export function bankAccountProblem(found: string | undefined) {
  return lookup(problems, found)
}
