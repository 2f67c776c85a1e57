import { eq, or, sql } from 'drizzle-orm'
import { MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { incomingTransfers, type TRANSFER_SOURCES } from '../database/schema/deposits.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { DUPLICATE_WINDOW, type IncomingTransfer } from './suspected-duplicates.ts'
import { type BankReference, dayOf, isOtherBank, unnamedReference } from './transfer-reference.ts'

/** How far apart a channel's times in its reports of one payment may be, in ms. */
const REPEAT_WINDOW = MINUTE

/** A report of a received transfer, with at least one of the two references. */
export interface TransferReport {
  source: (typeof TRANSFER_SOURCES)[number]
  /** The source for the statement: a bank's code, or a QR channel's. */
  channel: string
  /** Satang. */
  amount: number
  /** The member; null if unknown. */
  memberId: string | null
  bankReference: BankReference | null
  /** The code or the gift link that it paid: see `qrOwnReference` and `giftOwnReference`. */
  ownReference: string | null
  /** By the bank's clock; null if no bank has reported it, and staff confirm the amount. */
  paidAt: Date | null
  fromAccount?: string | null
  toAccount?: string | null
}

/** The parts of a report by which its transfer is known. */
export type Named = Pick<TransferReport, 'amount' | 'bankReference' | 'ownReference' | 'paidAt'>

/** The transfer of this report, if it is known. */
export async function findTransfer(db: Database, report: Named): Promise<IncomingTransfer | null> {
  return (await candidates(db, report)).find((row) => isSame(row, report)) ?? null
}

/** Takes advisory locks on the references: two concurrent reports of one transfer wait here, before there is a row to lock. */
export async function lockReferences(
  tx: Database,
  {
    bankReference,
    ownReference,
  }: Pick<TransferReport, 'ownReference'> & {
    bankReference: Pick<BankReference, 'reference'> | null
  },
): Promise<void> {
  const names = [bankReference && `bank:${bankReference.reference}`, ownReference].filter(
    (name) => name !== null,
  )
  if (names.length === 0) throw new TypeError('A transfer without a reference could not be known again')
  for (const name of names.toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transfer:${name}`}, 0))`)
}

/** Locks the member before the transfer, as every other operation does, and returns the rows that the report is of. */
export async function lockReported(
  tx: Database,
  report: Named & Pick<TransferReport, 'memberId'>,
): Promise<IncomingTransfer[]> {
  if (report.memberId !== null) await lockMember(tx, report.memberId)
  await lockReferences(tx, report)
  return (await candidates(tx, report).for('update')).filter((row) => isSame(row, report))
}

/**
 * Credited transfers first, because every later report gets that transfer's outcome. Then the one that has the bank's reference of the
 * report: another that shares just the code may be another payment of it, and must not get this bank's reference too.
 */
const candidates = (db: Database, { bankReference, ownReference }: Named) =>
  db
    .select()
    .from(incomingTransfers)
    .where(
      or(
        bankReference ? eq(incomingTransfers.bankReference, bankReference.reference) : undefined,
        ownReference ? eq(incomingTransfers.ownReference, ownReference) : undefined,
      ),
    )
    .orderBy(
      sql`${incomingTransfers.creditedAt} is null`,
      sql`${incomingTransfers.bankReference} is distinct from ${bankReference?.reference ?? null}`,
      sql`${incomingTransfers.createdAt} desc`,
      incomingTransfers.id,
    )

/**
 * Banks may reuse a reference on another day. Midnight may fall between the clocks of two reports of one transfer. A code or a gift
 * may be paid more than once: its reference does not make one of two amounts or times, where the bank does not name both.
 */
function isSame(row: IncomingTransfer, report: Named): boolean {
  const { bankReference, amount, paidAt } = report
  if (row.bankReference === null || bankReference === null) return isSamePayment(row, report)
  if (row.bankReference !== bankReference.reference) return false
  if (row.senderBank && bankReference.bank && isOtherBank(row.senderBank, bankReference.bank)) return false
  if (row.paidAt === null || paidAt === null) return true
  // The row may have the channel's time: then the bank's day is in its key.
  const days = [dayOf(row.paidAt), ...keysOf(row).map((key) => key.split(':').at(-1))]
  return (
    row.amount === amount && (days.includes(dayOf(paidAt)) || apart(row.paidAt, paidAt) <= DUPLICATE_WINDOW)
  )
}

/** The keys by which the row is known: its own, and those of the rows that were joined to it. */
export const keysOf = ({ reference, joinedReferences }: IncomingTransfer) => [reference, ...joinedReferences]
const apart = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime())

/** The same for two under one own reference, where at most one of them is named by its bank. */
export function isSamePayment(
  row: IncomingTransfer,
  { bankReference, ownReference, amount, paidAt }: Named,
): boolean {
  if (ownReference === null || row.ownReference !== ownReference) return false
  // Staff may have joined two amounts or times: the row is known by the key of the other one too.
  if (paidAt && keysOf(row).includes(unnamedReference(ownReference, { amount, paidAt }))) return true
  if (row.amount !== amount) return false
  if (row.paidAt === null || paidAt === null) return true
  // Without the bank's reference, it is the channel that reports.
  const isOneClock = bankReference === null && (row.bankReference === null || row.source === 'qr')
  return apart(row.paidAt, paidAt) <= (isOneClock ? REPEAT_WINDOW : DUPLICATE_WINDOW)
}
