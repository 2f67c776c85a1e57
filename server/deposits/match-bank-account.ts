import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { onlyDigits } from '#lib/money/digits.ts'
import { normaliseText } from '#lib/text/text.ts'
import { later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { memberBankAccounts } from '../database/schema/members.ts'
import { bankNumberOf } from './transfer-reference.ts'

/** An account as a bank reports it. Bank, number and holder identify it together: banks share numbers, and reissue them. */
export interface BankAccount {
  /** Code or number. */
  bank: string
  accountNo: string
  holder: string
}

/** Every account that the member had at that time. */
export async function accountsAt(db: Database, memberId: string, at: Date): Promise<BankAccount[]> {
  const rows = await db
    .select()
    .from(memberBankAccounts)
    .where(and(eq(memberBankAccounts.memberId, memberId), wasValid(at)))
  return rows.map(asAccount)
}

/** The member who had the account at that time. Null if it was no member's, or not only one's. */
export async function memberOfAccount(db: Database, account: BankAccount, at: Date): Promise<string | null> {
  const digits = onlyDigits(account.accountNo)
  if (digits === '') return null
  const rows = await db
    .select()
    .from(memberBankAccounts)
    .where(and(inArray(memberBankAccounts.accountNo, [digits, account.accountNo]), wasValid(at)))
  const owners = new Set(
    rows.filter((row) => isSameAccount(asAccount(row), account)).map(({ memberId }) => memberId),
  )
  const [owner] = owners
  return owners.size === 1 && owner !== undefined ? owner : null
}

export function isSameAccount(one: BankAccount, other: BankAccount): boolean {
  const digits = onlyDigits(one.accountNo)
  return (
    digits !== '' &&
    digits === onlyDigits(other.accountNo) &&
    bankNumberOf(one.bank) === bankNumberOf(other.bank) &&
    isSameHolder(one.holder, other.holder)
  )
}

/** Titles followed by a space or a dot, which are never part of a name. */
const apart = /^(?:(?:mr|mrs|ms|miss)(?:\.\s*|\s+)|น\.\s?ส\.\s*|(?:นางสาว|นาง|นาย|คุณ|ທ້າວ|ນາງ|ທ່ານ)\s+)/u
/** Written without a space they may also begin a name: คุณากร, นางนวล. */
const attached = ['นางสาว', 'นาง', 'นาย', 'คุณ', 'ທ້າວ', 'ນາງ', 'ທ່ານ']
/** Letters that go on with a syllable: the letters before them are no title. */
const insideSyllable = /^[\p{M}ะาำະາຳ]/u

/** Ignores titles and letter case. Banks shorten surnames: `Somchai J.` is Somchai Jaidee. */
export function isSameHolder(one: string, other: string): boolean {
  const [readings, otherReadings] = [readingsOf(one), readingsOf(other)]
  return readings.some((names) => otherReadings.some((otherNames) => isSameName(names, otherNames)))
}

function isSameName([first, ...rest]: readonly string[], [otherFirst, ...otherRest]: readonly string[]) {
  if (first !== otherFirst || (rest.length === 0) !== (otherRest.length === 0)) return false
  const [surname, otherSurname] = [rest.join(' '), otherRest.join(' ')]
  return surname.startsWith(otherSurname) || otherSurname.startsWith(surname)
}

/** The holder's names, with and without each thing in front of them that may be a title. None if there is only a title. */
const readingsOf = (holder: string): string[][] =>
  withoutTitles(normaliseText(holder).trim().toLowerCase())
    .map(namesOf)
    .filter((names) => names.length > 0)

function withoutTitles(holder: string): string[] {
  if (apart.test(holder)) return withoutTitles(holder.replace(apart, ''))
  const shorter = attached
    .filter((title) => holder.startsWith(title))
    .map((title) => holder.slice(title.length))
    .filter((rest) => !insideSyllable.test(rest))
  return shorter.includes('') ? [] : [holder, ...shorter.flatMap(withoutTitles)]
}

const namesOf = (holder: string): string[] =>
  holder
    .split(/\s+/u)
    .map((name) => name.replace(/(?<![.*])[.*]+$/u, ''))
    .filter((name) => name !== '')

/** Some banks report whole minutes, so an account added within that minute counts. */
function wasValid(at: Date) {
  const told = at.getTime() % MINUTE === 0 ? later(at, MINUTE - 1) : at
  return and(
    lte(memberBankAccounts.validFrom, told),
    or(isNull(memberBankAccounts.validUntil), gt(memberBankAccounts.validUntil, at)),
  )
}

const asAccount = (row: typeof memberBankAccounts.$inferSelect): BankAccount => ({
  bank: row.bankCode,
  accountNo: row.accountNo,
  holder: row.accountName,
})
