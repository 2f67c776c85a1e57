import { and, eq } from 'drizzle-orm'
import type { AccountCurrency } from '#lib/payments/account-currencies.ts'
import { currencyOfNumber, currencyProblem } from '#lib/payments/account-currency.ts'
import { isLatinName, needsLatinName, readAccountNo, toLatinName } from '#lib/payments/bank-account.ts'
import { normaliseText } from '#lib/text/text.ts'
import type { Country } from '#lib/text/phone.ts'
import type { Database } from '../../database/database.ts'
import { banks } from '../../database/schema/site.ts'
import { ApiError } from '../../http/api-error.ts'

export interface BankAccountGiven {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  currency?: AccountCurrency | undefined
}

export interface BankAccountRead extends Omit<BankAccountGiven, 'currency'> {
  /** Null if neither the member nor the number has said it. */
  currency: AccountCurrency | null
}

/** Parses an account as it is stored: the number in digits, the name as the bank knows it. */
export async function readBankAccount(
  db: Database,
  country: Country,
  given: BankAccountGiven,
): Promise<BankAccountRead> {
  const [bank] = await db
    .select({ code: banks.code })
    .from(banks)
    .where(and(eq(banks.country, country), eq(banks.code, given.bankCode)))
  if (!bank) throw new ApiError('INVALID_BANK')
  const { digits, problem } = readAccountNo(given.bankAccountNo)
  if (problem) throw new ApiError('INVALID_USER_INFO')
  return {
    bankCode: bank.code,
    bankAccountName: readHolderName(bank.code, given.bankAccountName),
    bankAccountNo: digits,
    currency: country === 'LA' ? readCurrency(digits, given) : 'BAHT',
  }
}

function readCurrency(digits: string, { bankCode, currency }: BankAccountGiven): AccountCurrency | null {
  const said = currencyOfNumber(digits, bankCode)
  if (said === 'USD' || currencyProblem(digits, bankCode, currency)) throw new ApiError('INVALID_USER_INFO')
  return currency ?? said ?? null
}

export function readHolderName(bankCode: string, name: string): string {
  const trimmed = normaliseText(name).trim().replace(/\s+/gu, ' ')
  if (!needsLatinName(bankCode)) return trimmed
  if (!isLatinName(trimmed)) throw new ApiError('BANK_ACCOUNT_NAME_ENG')
  return toLatinName(trimmed)
}
