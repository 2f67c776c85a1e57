import { and, eq, or, sql } from 'drizzle-orm'
import { WALLET } from '#api/contract/wallet.ts'
import { record } from '../auth/audit-trail.ts'
import { MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { incomingTransfers, type TRANSFER_SOURCES } from '../database/schema/deposits.ts'
import { ledgerPostings } from '../database/schema/ledger.ts'
import { statements } from '../database/schema/statements.ts'
import { balancesOf } from '../ledger/balances.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { creditDeposit } from './credit-deposit.ts'
import { noteOverLimit } from './deposit-limit.ts'
import { closeOrder, endOrder, findOrder } from './orders.ts'
import {
  DUPLICATE_WINDOW,
  type IncomingTransfer,
  lockAmount,
  suspectedDuplicates,
} from './suspected-duplicates.ts'
import {
  amountIn,
  bankNumberOf,
  type BankReference,
  dayOf,
  isOtherBank,
  transferReference,
  unnamedReference,
} from './transfer-reference.ts'

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

/**
 * `credited`: it is in the member's wallet now. `kept`: it is recorded, with or without a member, but not credited. `repeated`: it
 * was known, and `transfer` has its outcome. `suspected`: it may be the same money as a credited one, but no
 * bank reference proves it; it is kept until staff decide (see `decide-suspected.ts`).
 */
export interface Received {
  outcome: 'credited' | 'kept' | 'repeated' | 'suspected'
  transfer: IncomingTransfer
}

/**
 * The only way in for money from outside. However a transfer is reported, in any order and concurrently, it is one row, and
 * credited at most once, to the member named by the first report that knew one. With `credits: false` it is only kept. `tx` is the
 * transaction of the whole operation.
 */
export async function receiveTransfer(
  tx: Database,
  report: TransferReport,
  { credits, now }: { credits: boolean; now: Date },
): Promise<Received> {
  const { memberId, ownReference } = report
  const known = await joinByReport(tx, await lockReported(tx, report), report, now)
  const transfer = known[0]
    ? await complete(tx, known[0], report, known.length === 1)
    : await insert(tx, report, now)
  const isTheirs = memberId !== null && transfer.memberId === memberId
  if (isTheirs && credits && transfer.creditedAt === null) {
    const theirs = { ...transfer, memberId }
    await lockAmount(tx, theirs)
    if ((await suspectedDuplicates(tx, theirs)).length === 0)
      return { outcome: 'credited', transfer: await creditTransfer(tx, theirs, now) }
    return { outcome: 'suspected', transfer: await keepSuspected(tx, theirs, now) }
  }
  // A paid code is closed by the first report that names it.
  if (isTheirs && ownReference && transfer.creditedAt)
    await closeOrder(tx, ownReference, { ...transfer, memberId, now })
  const isNews = known[0] === undefined || known[0].memberId !== transfer.memberId
  return { outcome: isNews ? 'kept' : 'repeated', transfer }
}

/** The transfer of this report, if it is known. */
export async function findTransfer(
  db: Database,
  report: Pick<TransferReport, 'amount' | 'bankReference' | 'ownReference' | 'paidAt'>,
): Promise<IncomingTransfer | null> {
  return (await candidates(db, report)).find((row) => isSame(row, report)) ?? null
}

type Named = Pick<TransferReport, 'amount' | 'bankReference' | 'ownReference' | 'paidAt'>

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

const keysOf = ({ reference, joinedReferences }: IncomingTransfer) => [reference, ...joinedReferences]
const apart = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime())

/** The same for two under one own reference, where at most one of them is named by its bank. */
function isSamePayment(
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

/** Stores what this report adds to the earlier ones. */
async function complete(
  tx: Database,
  row: IncomingTransfer,
  report: TransferReport,
  isAlone: boolean,
): Promise<IncomingTransfer> {
  const { bankReference, memberId, ownReference, paidAt, fromAccount, toAccount } = report
  const isNamedByBank = row.bankReference === null && bankReference !== null && isAlone
  const told = {
    memberId: row.memberId ?? (row.returnedAt ? null : memberId),
    senderBank: row.senderBank ?? (bankReference?.bank ? bankNumberOf(bankReference.bank) : null),
    bankReference: row.bankReference ?? bankReference?.reference ?? null,
    reference: isNamedByBank
      ? transferReference(bankReference, { ...row, paidAt: paidAt ?? row.createdAt })
      : row.reference,
    ownReference: row.ownReference ?? ownReference,
    // After staff entered another amount or joined two, a time must not make the bank's next report another transfer.
    paidAt: row.paidAt ?? (report.amount === row.amount && !isOfTwoAmounts(row) ? paidAt : null),
    fromAccount: row.fromAccount ?? fromAccount ?? null,
    toAccount: row.toAccount ?? toAccount ?? null,
  }
  await tx.update(incomingTransfers).set(told).where(eq(incomingTransfers.id, row.id))
  return { ...row, ...told }
}

/** Whether the bank named another amount than the credited one. */
function isOfTwoAmounts({ reference, amount }: IncomingTransfer): boolean {
  const named = amountIn(reference)
  return !Number.isNaN(named) && named !== amount
}

async function insert(tx: Database, report: TransferReport, now: Date): Promise<IncomingTransfer> {
  const { bankReference, ownReference, amount, paidAt } = report
  const [row] = await tx
    .insert(incomingTransfers)
    .values({
      ...report,
      reference: bankReference
        ? transferReference(bankReference, { amount, paidAt: paidAt ?? now })
        : unnamedReference(ownReference ?? '', { amount, paidAt: paidAt ?? now }),
      senderBank: bankReference?.bank ? bankNumberOf(bankReference.bank) : null,
      bankReference: bankReference?.reference ?? null,
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('The transfer was not kept')
  return row
}

/** A kept transfer as a report, to be credited after all. */
export const asReport = ({ bankReference, senderBank, ...transfer }: IncomingTransfer): TransferReport => ({
  ...transfer,
  bankReference: bankReference === null ? null : { bank: senderBank, reference: bankReference },
})

type OfMember = IncomingTransfer & { memberId: string }

/** Credits a kept transfer to its member's wallet. The member, its references and the row are locked. */
export async function creditTransfer(tx: Database, transfer: OfMember, now: Date): Promise<IncomingTransfer> {
  const { id, memberId, amount, channel } = transfer
  // A kept transfer may already be in the statement as being processed.
  const [shown] = await tx.select({ id: statements.id }).from(statements).where(isProcessing(id))
  const deposit = { memberId, amount, operationId: `deposit:transfer:${id}`, channel, reference: id }
  if (!(await creditDeposit(tx, { ...deposit, writesStatement: !shown })))
    throw new Error(`The transfer ${id} is in the books already`)
  if (shown) {
    const { wallet } = await balancesOf(tx, memberId)
    const [posting] = await tx
      .select({ id: ledgerPostings.id })
      .from(ledgerPostings)
      .where(eq(ledgerPostings.operationId, deposit.operationId))
    await tx
      .update(statements)
      .set({ status: 'SUCCESS', balanceAfter: wallet, postingId: posting?.id })
      .where(isProcessing(id))
  }
  await noteOverLimit(tx, deposit, now)
  await tx.update(incomingTransfers).set({ creditedAt: now }).where(eq(incomingTransfers.id, id))
  if (transfer.ownReference) await closeOrder(tx, transfer.ownReference, { ...transfer, now })
  return { ...transfer, creditedAt: now }
}

/** The statement's row of a transfer that waits for staff. */
export const isProcessing = (transferId: string) =>
  and(eq(statements.reference, transferId), eq(statements.status, 'PENDING'))

/** Shows the member a transfer that waits for staff in the statement. */
export async function showAsProcessing(
  tx: Database,
  { id, memberId, channel, amount }: OfMember,
): Promise<void> {
  const [shown] = await tx.select({ id: statements.id }).from(statements).where(isProcessing(id))
  if (shown) return
  await tx.insert(statements).values({
    memberId,
    type: 'deposit',
    from: channel,
    to: WALLET,
    amount,
    status: 'PENDING',
    reference: id,
  })
}

async function keepSuspected(tx: Database, transfer: OfMember, now: Date): Promise<IncomingTransfer> {
  await showAsProcessing(tx, transfer)
  if (transfer.suspectedAt) return transfer
  await tx.update(incomingTransfers).set({ suspectedAt: now }).where(eq(incomingTransfers.id, transfer.id))
  return { ...transfer, suspectedAt: now }
}

/**
 * Merges two rows, each with one reference, if a report has both. If both are already credited, or one was sent back, they stay separate.
 */
async function joinByReport(
  tx: Database,
  known: IncomingTransfer[],
  report: Named,
  now: Date,
): Promise<IncomingTransfer[]> {
  const own = known.find((row) => row.bankReference === null)
  const [bank, ...more] = known.filter((row) => row.bankReference !== null)
  if (!own || !bank || more.length > 0 || bank.ownReference !== null || report.bankReference === null)
    return known
  if (bank.returnedAt) return known
  if (own.amount !== bank.amount || (own.creditedAt && bank.creditedAt)) return known
  const [into, other] = bank.creditedAt ? [bank, own] : [own, bank]
  const { id: subject, memberId, reference, ownReference, amount } = other
  // Nobody decided that this member gets nothing: a person's decision has an event of its own.
  if (memberId !== null && memberId !== into.memberId)
    await record(tx, {
      kind: 'transfer-found-elsewhere',
      at: now,
      actor: 'system',
      memberId,
      subject,
      before: { reference, ownReference, amount },
      after: { transfer: into.id },
    })
  return [await joinTransfers(tx, into, other, now)]
}

/**
 * Merges two rows of one transfer into the first, with both references. `other` was not credited. The code or gift link that it paid
 * is paid where its member has got the money, and ends where it was sent back or another member has it.
 */
export async function joinTransfers(
  tx: Database,
  transfer: IncomingTransfer,
  other: IncomingTransfer,
  now: Date,
): Promise<IncomingTransfer> {
  const order = await findOrder(tx, other.ownReference ?? transfer.ownReference)
  const isOthers = order !== null && order.memberId !== transfer.memberId
  const isElsewhere = transfer.returnedAt !== null || (transfer.creditedAt !== null && isOthers)
  // Its member's statement has no other row of money that was sent back, or is another member's.
  if (other.memberId !== transfer.memberId)
    await tx
      .update(statements)
      .set({ status: 'FAILED', reference: transfer.id })
      .where(isProcessing(other.id))
  await tx.delete(statements).where(isProcessing(other.id))
  await tx.delete(incomingTransfers).where(eq(incomingTransfers.id, other.id))
  const [named, unnamed] = transfer.bankReference === null ? [other, transfer] : [transfer, other]
  const joined = {
    reference: named.reference,
    joinedReferences: [...named.joinedReferences, ...keysOf(unnamed)],
    senderBank: transfer.senderBank ?? other.senderBank,
    bankReference: transfer.bankReference ?? other.bankReference,
    ownReference: transfer.ownReference ?? other.ownReference,
    // After staff joined two amounts, a bank's time must not make the next report another transfer.
    paidAt: transfer.amount === other.amount ? (transfer.paidAt ?? other.paidAt) : null,
    fromAccount: transfer.fromAccount ?? other.fromAccount,
    toAccount: transfer.toAccount ?? other.toAccount,
  }
  await tx.update(incomingTransfers).set(joined).where(eq(incomingTransfers.id, transfer.id))
  if (order && isElsewhere) await endOrder(tx, order)
  else if (order && transfer.creditedAt)
    await closeOrder(tx, order.ownReference, { ...order, amount: transfer.amount, now })
  return { ...transfer, ...joined }
}
