import * as v from 'valibot'
import { accountCurrencies } from './account-currencies.ts'
import type { CurrencyProblem } from './account-currency.ts'
import { readAccountNo } from './bank-account.ts'

/** What can be wrong with a typed bank account; `latin-name` is for the form that has the holder's name. */
export type BankAccountProblem = 'bank' | 'latin-name' | 'account-no' | 'account-no-digits' | CurrencyProblem

/** The fields of a form for a bank account, beside its holder. The number is read as digits alone. */
export const bankAccountEntries = {
  bankCode: v.pipe(v.string(), v.nonEmpty('bank' satisfies BankAccountProblem)),
  bankAccountNo: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('account-no' satisfies BankAccountProblem),
    v.check((text) => !readAccountNo(text).problem, 'account-no-digits' satisfies BankAccountProblem),
    v.transform((text) => readAccountNo(text).digits),
  ),
  /** Missing where the site asks for none. */
  currency: v.optional(v.picklist(accountCurrencies)),
}
