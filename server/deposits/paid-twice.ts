import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AuditEvent, record } from '../auth/audit-trail.ts'
import type { Database, Transaction } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { paidTwice } from '../database/schema/paid-twice.ts'
import type { IncomingTransfer } from './suspected-duplicates.ts'

export interface PaidTwice {
  id: string
  reportedAt: Date
  /** The one that was known by its code or gift link, and the one that was known by the bank's reference. */
  transfers: [own: IncomingTransfer, bank: IncomingTransfer]
}

/** Nobody has noted yet how it was settled. */
export const isPaidTwice = isNull(paidTwice.notedAt)

/** Keeps, once, that a report shows two transfers to be one. The caller has locked both, and the references that the report names. */
export async function keepPaidTwice(
  tx: Database,
  own: IncomingTransfer,
  bank: IncomingTransfer,
  now: Date,
): Promise<void> {
  const [kept] = await tx
    .insert(paidTwice)
    .values({ ownId: own.id, bankId: bank.id, reportedAt: now })
    .onConflictDoNothing()
    .returning()
  if (!kept) return
  const transfers = [own, bank].map(({ id, reference, amount, creditedAt }) => ({
    id,
    reference,
    amount,
    end: creditedAt ? ('credited' as const) : ('returned' as const),
  }))
  await recordOfMembers(tx, [own, bank], {
    kind: 'transfer-paid-twice',
    at: now,
    actor: 'system',
    subject: kept.id,
    after: { transfers },
  })
}

/** Whether two of these are kept as one that was paid twice, also where staff have noted how that was settled. */
export async function arePaidTwice(tx: Database, transfers: readonly IncomingTransfer[]): Promise<boolean> {
  if (transfers.length < 2) return false
  const ids = transfers.map(({ id }) => id)
  return (await tx.$count(paidTwice, and(inArray(paidTwice.ownId, ids), inArray(paidTwice.bankId, ids)))) > 0
}

/** Those that wait for a person because of it, those that have waited longest first. `rest`: only these of them. */
export async function listPaidTwice(db: Database, max: number, rest?: SQL): Promise<PaidTwice[]> {
  const own = alias(incomingTransfers, 'own')
  const bank = alias(incomingTransfers, 'bank')
  const rows = await db
    .select({ id: paidTwice.id, reportedAt: paidTwice.reportedAt, own, bank })
    .from(paidTwice)
    .innerJoin(own, eq(own.id, paidTwice.ownId))
    .innerJoin(bank, eq(bank.id, paidTwice.bankId))
    .where(and(isPaidTwice, rest))
    .orderBy(asc(paidTwice.reportedAt), asc(paidTwice.id))
    .limit(max)
  return rows.map(({ own: one, bank: other, ...row }) => ({ ...row, transfers: [one, other] }))
}

/** Staff have settled it outside the books. Null if it does not wait. */
export async function notePaidTwice(tx: Transaction, id: string, now: Date): Promise<PaidTwice | null> {
  const [found] = await listPaidTwice(tx, 1, eq(paidTwice.id, id))
  if (!found) return null
  const noted = await tx
    .update(paidTwice)
    .set({ notedAt: now })
    .where(and(eq(paidTwice.id, id), isPaidTwice))
    .returning({ id: paidTwice.id })
  return noted.length > 0 ? found : null
}

/** Records one event for each member who has got the money; where nobody has, one for none. */
export async function recordOfMembers(
  tx: Database,
  transfers: readonly IncomingTransfer[],
  event: AuditEvent<'transfer-paid-twice' | 'transfer-paid-twice-noted'>,
): Promise<void> {
  const members = new Set(transfers.flatMap(({ memberId }) => memberId ?? []))
  for (const memberId of members.size > 0 ? members : [undefined]) await record(tx, { ...event, memberId })
}
