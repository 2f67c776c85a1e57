import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { personName } from '#api/contract/fields.ts'
import { bankAccountProblems } from '#i18n/bank-account-problems.ts'
import { lookup } from '#lib/lookup.ts'
import { currencyCheck } from '#lib/payments/account-currency.ts'
import { isLatinName, needsLatinName, toLatinName } from '#lib/payments/bank-account.ts'
import { bankAccountEntries } from '#lib/payments/bank-account-schema.ts'

const holderProblems = {
  name: msg`Enter the name on the account.`,
  'latin-name': bankAccountProblems['latin-name'],
}
type Problem = keyof typeof holderProblems

/** Parses to what the backend is sent. */
export const bankAccountForm = v.pipe(
  v.object({
    ...bankAccountEntries,
    bankAccountName: v.pipe(
      v.string(),
      v.trim(),
      v.check((name) => v.is(personName, name), 'name' satisfies Problem),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['bankAccountName']],
      ({ bankCode, bankAccountName }) => !needsLatinName(bankCode) || isLatinName(bankAccountName),
      'latin-name' satisfies Problem,
    ),
    ['bankAccountName'],
  ),
  currencyCheck(),
  v.transform((form) =>
    needsLatinName(form.bankCode) ? { ...form, bankAccountName: toLatinName(form.bankAccountName) } : form,
  ),
)

export function holderProblem(found: string | undefined) {
  return lookup(holderProblems, found)
}
