import { and, eq, isNull } from 'drizzle-orm'
import type { updateBankAccountName } from '#api/contract/bank-account.ts'
import type { AccountCurrency } from '#lib/payments/account-currencies.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import type { Database } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/query.ts'
import { memberBankAccounts, members } from '../../database/schema/members.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { readerOf } from '../../auth/sessions.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { takeProof } from '../../auth/one-time-codes.ts'
import { countChange } from '../../auth/counted-changes.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { bankChangedMessage, currencySetMessage } from './bank-changed-message.ts'
import { bankNameFor } from './profile.ts'
import type { BankAccountRead } from './read-bank-account.ts'
import { refuseBankAccountOnBreak } from './refuse-on-break.ts'
import { passToPayouts } from './set-currency.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'

type Asking = Pick<
  RequestContext<typeof updateBankAccountName>,
  | 'app'
  | 'db'
  | 'member'
  | 'session'
  | 'locale'
  | 'operationId'
  | 'address'
  | 'deviceCookie'
  | 'userAgent'
  | 'onRollback'
>

/**
 * Changes the member's bank account or its holder's name, with a fresh code sent to the member's own phone: a stolen token
 * alone must not redirect the money. If nothing changes, no code is needed.
 */
export async function changeUsualAccount(
  context: Asking,
  given: BankAccountRead,
  otpToken: string | undefined,
): Promise<void> {
  const { app, db, member, operationId } = context
  const now = app.clock.now()
  const mine = byMember(context)
  const { username, ...before } = await lockMember(db, member.id)
  const isMoved = given.bankCode !== before.bankCode || given.bankAccountNo !== before.bankAccountNo
  const account = { ...given, currency: given.currency ?? (await knownCurrency(db, member.id, given)) }
  const isSameHolder = !isMoved && account.bankAccountName === before.bankAccountName
  if (isSameHolder && account.currency === before.currency) return
  await spendProof(context, { username, account, otpToken })
  // Keeping the same account cannot be used to get around somebody's break.
  if (isMoved) await refuseBankAccountOnBreak(app, { account, from: context, operation: context })
  if (!(await countChange(db, member.id, 'bank-account-changed', now))) throw new ApiError('REQUEST_LIMIT')
  await writeUsualAccount(db, { memberId: member.id, account, isMoved, now })
  await passToPayouts(db, member.id, account)
  const { bankCode, bankAccountName, bankAccountNo, currency } = before
  const earlier = { bankCode, bankAccountName, bankAccountNo, currency }
  await record(db, { ...mine, kind: 'bank-account-changed', at: now, before: earlier, after: account })
  const reader = await readerOf(db, member.id, context)
  const bankName = await bankNameFor(db, account.bankCode, reader, app.config)
  const changed = { bankName, accountNo: account.bankAccountNo, isMoved, at: now }
  const text =
    isSameHolder && account.currency
      ? currencySetMessage[reader]({ ...changed, currency: account.currency })
      : bankChangedMessage[reader](changed)
  await tellOfChange(db, {
    member: { id: member.id, username },
    event: 'bank-account',
    tag: `bank-account:${operationId}`,
    text,
  })
}

/** The known currency of one of the member's present accounts, which a change without a currency keeps. Null if nobody has said it, or the account is new. */
async function knownCurrency(
  db: Database,
  memberId: string,
  { bankCode, bankAccountNo }: BankAccountRead,
): Promise<AccountCurrency | null> {
  const { currency, memberId: owner, bankCode: bank, accountNo, validUntil } = memberBankAccounts
  const [row] = await db
    .select({ currency })
    .from(memberBankAccounts)
    .where(and(eq(owner, memberId), eq(bank, bankCode), eq(accountNo, bankAccountNo), isNull(validUntil)))
  return row?.currency ?? null
}

/** Spends the proof that it is the member who says where the money goes. Refuses with UNVERIFIED_OTP, and keeps that in the audit trail. */
export async function spendProof(
  context: Pick<Asking, 'app' | 'db' | 'onRollback'> & Parameters<typeof byMember>[0],
  {
    username,
    account,
    otpToken,
  }: { username: string; account: BankAccountRead; otpToken: string | undefined },
): Promise<void> {
  const { app, db, member, onRollback } = context
  const proof = { otpToken, phone: username, purpose: 'bank-account' } as const
  if (await takeProof(db, proof, app.clock.now())) return
  const refused = { ...byMember(context), kind: 'bank-account-refused', after: account } as const
  onRollback(() => recordFailure(app, refused, member.id))
  throw new ApiError('UNVERIFIED_OTP')
}

interface BankChange {
  memberId: string
  account: BankAccountRead
  /** The bank or the number changes: withdrawals are held for a while. */
  isMoved: boolean
  now: Date
}

/**
 * Writes another usual bank account for an existing member. `makeUsual` (bank-accounts.ts) is the other place that does: it chooses
 * among accounts already proved.
 */
async function writeUsualAccount(db: Database, { memberId, account, isMoved, now }: BankChange) {
  try {
    await db
      .update(members)
      .set({ ...account, updatedAt: now, ...(isMoved && { bankChangedAt: now }) })
      .where(eq(members.id, memberId))
  } catch (error) {
    if (isBankTaken(error)) throw new ApiError('EXISTING_BANK')
    throw error
  }
}

/** Another member has the account, as the usual one or beside it. */
export const isBankTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'members_bank_account') || isUniqueViolation(error, 'member_bank_accounts_current')
