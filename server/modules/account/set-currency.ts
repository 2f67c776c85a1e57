import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { AccountCurrency } from '#lib/payments/account-currencies.ts'
import { currencyProblem } from '#lib/payments/account-currency.ts'
import { usualLocale } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { memberBankAccounts, members } from '../../database/schema/members.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { siteLocale } from '../../http/locale.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'
import { currencySetMessage } from './bank-changed-message.ts'
import type { BankAccountRead } from './read-bank-account.ts'

/** Gives the currency of an account, once it is said, to the payouts that wait for it. */
export const passToPayouts = (
  db: Database,
  memberId: string,
  { bankCode, bankAccountNo, currency }: Omit<BankAccountRead, 'bankAccountName'>,
) =>
  db
    .update(withdrawals)
    .set({ currency })
    .where(
      and(
        eq(withdrawals.memberId, memberId),
        eq(withdrawals.bankCode, bankCode),
        eq(withdrawals.bankAccountNo, bankAccountNo),
        eq(withdrawals.status, 'pending'),
        isNull(withdrawals.currency),
      ),
    )

/** Whether an account in use has no known currency. */
export const isUnsaid = and(isNull(memberBankAccounts.currency), isNull(memberBankAccounts.validUntil))

const unsaidAccount = {
  id: memberBankAccounts.id,
  memberId: memberBankAccounts.memberId,
  bankCode: memberBankAccounts.bankCode,
  bankAccountNo: memberBankAccounts.accountNo,
  bankAccountName: memberBankAccounts.accountName,
  validFrom: memberBankAccounts.validFrom,
}

/** The accounts in use of unknown currency, the oldest first. `rest`: only these of them. */
export const listUnsaid = (db: Database, max: number, rest?: SQL) =>
  db
    .select(unsaidAccount)
    .from(memberBankAccounts)
    .where(and(isUnsaid, rest))
    .orderBy(asc(memberBankAccounts.validFrom), asc(memberBankAccounts.id))
    .limit(max)

/** Finds an account without a currency: that of a pending payout, or one in use. The list is empty if its currency is known. */
type Unsaid = (
  tx: Transaction,
) => PromiseLike<(Omit<BankAccountRead, 'currency'> & { id: string | number; memberId: string })[]>

export const ofPayout =
  (id: string): Unsaid =>
  (tx) =>
    tx
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.id, id), eq(withdrawals.status, 'pending'), isNull(withdrawals.currency)))

export const ofAccount =
  (id: string): Unsaid =>
  (tx) =>
    listUnsaid(tx, 1, eq(memberBankAccounts.id, Number(id)))

/**
 * Staff say the currency of an account, as the member has told them, and the member is notified. Null if it is not unsaid any more, or its
 * number implies another currency.
 */
export async function setCurrency(
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  tx: Transaction,
  find: Unsaid,
  currency: AccountCurrency,
): Promise<{ memberId: string; after: BankAccountRead } | null> {
  const [asked] = await find(tx)
  if (!asked) return null
  const member = await lockMember(tx, asked.memberId)
  const [account] = await find(tx)
  if (!account) return null
  const { bankCode, bankAccountName, bankAccountNo } = account
  if (currencyProblem(bankAccountNo, bankCode, currency)) return null
  const now = clock.now()
  // This table is changed first: the trigger on `members` would otherwise treat the account with a currency as another account.
  await tx
    .update(memberBankAccounts)
    .set({ currency })
    .where(
      and(
        eq(memberBankAccounts.memberId, member.id),
        eq(memberBankAccounts.bankCode, bankCode),
        eq(memberBankAccounts.accountNo, bankAccountNo),
        isNull(memberBankAccounts.currency),
      ),
    )
  const isUsual = member.bankCode === bankCode && member.bankAccountNo === bankAccountNo
  if (isUsual && member.currency === null)
    await tx.update(members).set({ currency, updatedAt: now }).where(eq(members.id, member.id))
  const after = { bankCode, bankAccountName, bankAccountNo, currency }
  await passToPayouts(tx, member.id, after)
  const reader = (await usualLocale(tx, member.id)) ?? siteLocale(config)
  const text = currencySetMessage[reader]({ accountNo: bankAccountNo, currency, at: now })
  await tellOfChange(tx, { member, event: 'bank-account', tag: `bank-account:${account.id}`, text })
  return { memberId: member.id, after }
}
