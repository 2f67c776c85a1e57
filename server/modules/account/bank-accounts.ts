import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { addBankAccount, listBankAccounts } from '#api/contract/bank-account.ts'
import type { ReplyInput } from '#api/contract/call.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { readerOf, type Member } from '../../auth/sessions.ts'
import { countChange } from '../../auth/counted-changes.ts'
import { isRowNumber } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import { rowsOf } from '../../database/query.ts'
import { memberBankAccounts, members } from '../../database/schema/members.ts'
import { banks } from '../../database/schema/site.ts'
import { isSameHolder } from '../../deposits/match-bank-account.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'
import { heldUntil } from '../withdraw/withdraw-hold.ts'
import { bankAddedMessage } from './bank-changed-message.ts'
import { changeUsualAccount, isBankTaken, spendProof } from './change-bank-account.ts'
import { bankNameFor } from './profile.ts'
import type { BankAccountRead } from './read-bank-account.ts'
import { refuseBankAccountOnBreak } from './refuse-on-break.ts'
import { passToPayouts } from './set-currency.ts'

/** How many accounts a member may have at a time. */
export const MAX_BANK_ACCOUNTS = 5

const currentOf = (memberId: string) =>
  and(eq(memberBankAccounts.memberId, memberId), isNull(memberBankAccounts.validUntil))

type Row = typeof memberBankAccounts.$inferSelect

const isUsual = (member: Pick<Member, 'bankCode' | 'bankAccountNo'>, row: Row) =>
  row.bankCode === member.bankCode && row.accountNo === member.bankAccountNo

export async function describeBankAccounts(
  db: Database,
  member: Member,
  { laos, now }: { laos: boolean; now: Date },
): Promise<ReplyInput<typeof listBankAccounts>> {
  const rows = await db
    .select({ account: memberBankAccounts, nameTH: banks.nameTH, nameEN: banks.nameEN })
    .from(memberBankAccounts)
    .leftJoin(banks, eq(banks.code, memberBankAccounts.bankCode))
    .where(currentOf(member.id))
    .orderBy(asc(memberBankAccounts.id))
  const accounts = rows.map(({ account, nameTH, nameEN }) => ({
    id: String(account.id),
    bankCode: account.bankCode,
    bankAccountName: account.accountName,
    bankAccountNo: account.accountNo,
    ...(laos && { currency: account.currency }),
    bank: { nameTH: nameTH ?? '', nameEN: nameEN ?? '' },
    isUsual: isUsual(member, account),
    heldUntil: heldUntil(member, now, account.heldFrom),
  }))
  return {
    accounts: accounts.toSorted((one, other) => Number(other.isUsual) - Number(one.isUsual)),
    maximum: MAX_BANK_ACCOUNTS,
  }
}

/** Adds an account beside the others, with a proof as a change of the usual one needs, and notifies the member. */
export async function addAccount(
  context: RequestContext<typeof addBankAccount>,
  account: BankAccountRead,
): Promise<void> {
  const { app, db, member, body } = context
  const { bankCode, bankAccountName, bankAccountNo, currency } = account
  const owner = await lockMember(db, member.id)
  if (!owner.bankCode) return changeUsualAccount(context, account, body.otpToken)
  const rows = await db.select().from(memberBankAccounts).where(currentOf(owner.id))
  if (rows.some((row) => row.bankCode === bankCode && row.accountNo === bankAccountNo))
    throw new ApiError('EXISTING_BANK')
  if (rows.length >= MAX_BANK_ACCOUNTS) throw new ApiError('BANK_ACCOUNT_LIMIT')
  if (rows.every((row) => isOtherHolder(row.accountName, bankAccountName)))
    throw new ApiError('INVALID_USER_INFO')
  const now = app.clock.now()
  const mine = byMember(context)
  await spendProof(context, { username: owner.username, account, otpToken: body.otpToken })
  await refuseBankAccountOnBreak(app, { account, from: context, operation: context })
  if (!(await countChange(db, owner.id, 'bank-account-added', now))) throw new ApiError('REQUEST_LIMIT')
  try {
    const row = {
      memberId: owner.id,
      bankCode,
      accountNo: bankAccountNo,
      accountName: bankAccountName,
      currency,
    }
    await db.insert(memberBankAccounts).values({ ...row, validFrom: now, heldFrom: now })
  } catch (error) {
    if (isBankTaken(error)) throw new ApiError('EXISTING_BANK')
    throw error
  }
  await passToPayouts(db, owner.id, account)
  await record(db, { ...mine, kind: 'bank-account-added', at: now, after: account })
  const reader = await readerOf(db, owner.id, context)
  const bankName = await bankNameFor(db, bankCode, reader, app.config)
  const text = bankAddedMessage[reader]({ bankName, accountNo: bankAccountNo, at: now })
  await tellOfChange(db, {
    member: owner,
    event: 'bank-account',
    tag: `bank-account:${context.operationId}`,
    text,
  })
}

/**
 * Whether a name is certainly another person's. Banks write names in the country's letters or in English ones, which cannot be compared
 * with each other.
 */
function isOtherHolder(known: string, given: string): boolean {
  const isLatin = (name: string) => /^[\p{Script=Latin}\P{L}]*$/u.test(name)
  return isLatin(known) === isLatin(given) && !isSameHolder(known, given)
}

type Asking = Pick<
  RequestContext<typeof addBankAccount>,
  'app' | 'db' | 'member' | 'address' | 'deviceCookie' | 'userAgent'
>

/** The member's own current account; one of somebody else is treated as unknown. */
async function ownAccount(db: Database, memberId: string, id: string): Promise<Row> {
  const [row] = isRowNumber(id)
    ? await db
        .select()
        .from(memberBankAccounts)
        .where(and(currentOf(memberId), eq(memberBankAccounts.id, Number(id))))
    : []
  if (!row) throw new ApiError('NO_DATA', 404)
  return row
}

const accountOf = ({ bankCode, accountName, accountNo, currency }: Row): BankAccountRead => ({
  bankCode,
  bankAccountName: accountName,
  bankAccountNo: accountNo,
  currency,
})

/** Needs no proof: that the account is the member's was proved when it was added, and its hold goes on. */
export async function makeUsual(context: Asking, id: string): Promise<void> {
  const { app, db, member } = context
  const owner = await lockMember(db, member.id)
  const row = await ownAccount(db, owner.id, id)
  if (isUsual(owner, row)) return
  const now = app.clock.now()
  await db
    .update(members)
    .set({ ...accountOf(row), updatedAt: now })
    .where(eq(members.id, owner.id))
  await record(db, {
    ...byMember(context),
    kind: 'bank-account-chosen',
    at: now,
    after: accountOf(row),
  })
}

export async function removeAccount(context: Asking, id: string): Promise<void> {
  const { app, db, member } = context
  const owner = await lockMember(db, member.id)
  const row = await ownAccount(db, owner.id, id)
  if (isUsual(owner, row) || (await isPaidTo(db, row))) throw new ApiError('BANK_ACCOUNT_IN_USE')
  const now = app.clock.now()
  await db.update(memberBankAccounts).set({ validUntil: now }).where(eq(memberBankAccounts.id, row.id))
  await record(db, {
    ...byMember(context),
    kind: 'bank-account-removed',
    at: now,
    after: accountOf(row),
  })
}

/** A withdrawal to the account is under way, or will be once the games have given what it takes. */
async function isPaidTo(db: Database, { memberId, bankCode, accountNo }: Row): Promise<boolean> {
  const [found] = await rowsOf<{ isPaid: boolean }>(
    db,
    sql`select exists (select from withdrawals where member_id = ${memberId} and status = 'pending'
        and bank_code = ${bankCode} and bank_account_no = ${accountNo})
      or exists (select from provider_transfers where member_id = ${memberId}
        and withdrawal ->> 'bankCode' = ${bankCode} and withdrawal ->> 'accountNo' = ${accountNo}) as "isPaid"`,
  )
  return found?.isPaid ?? true
}
