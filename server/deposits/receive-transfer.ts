import { eq } from 'drizzle-orm'
import { isSatang } from '#lib/money/money.ts'
import type { Database } from '../database/database.ts'
import { onlyRow } from '../database/query.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { creditTransfer, type OfMember, showAsProcessing } from './credit-transfer.ts'
import { joinByReport } from './join-transfers.ts'
import { lockReported, type TransferReport } from './match-report.ts'
import { closeOrder } from './orders.ts'
import { arePaidTwice } from './paid-twice.ts'
import { type IncomingTransfer, lockAmount, suspectedDuplicates } from './suspected-duplicates.ts'
import { amountIn, bankNumberOf, transferReference, unnamedReference } from './transfer-reference.ts'

/**
 * `credited`: it is in the member's wallet now. `kept`: it is recorded, with or without a member, but not credited. `repeated`: it
 * was known, and `transfer` has its outcome. `paid-twice`: it was known as two transfers, each credited or sent back, and this report
 * proves that they are one; staff are told (see `paid-twice.ts`). `suspected`: it may be the same money as a credited one, but no
 * bank reference proves it; it is kept until staff decide (see `decide-suspected.ts`).
 */
export interface Received {
  outcome: 'credited' | 'kept' | 'repeated' | 'paid-twice' | 'suspected'
  transfer: IncomingTransfer
}

/**
 * The only way in for money from outside. However a transfer is reported, in any order and concurrently, it is one row, and
 * credited at most once, to the member named by the first report that knew one. With `credits: false` it is only kept. `tx` is the
 * transaction of the whole operation. Throws RangeError for an amount that cannot be one of money that came in.
 */
export async function receiveTransfer(
  tx: Database,
  report: TransferReport,
  { credits, now }: { credits: boolean; now: Date },
): Promise<Received> {
  const { memberId, ownReference, amount } = report
  if (!isSatang(amount) || amount <= 0) throw new RangeError(`${amount} is no amount of a transfer in satang`)
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
  if (isNews) return { outcome: 'kept', transfer }
  return { outcome: (await arePaidTwice(tx, known)) ? 'paid-twice' : 'repeated', transfer }
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
  const row = onlyRow(
    await tx
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
      .returning(),
  )
  return row
}

/** A kept transfer as a report, to be credited after all. */
export const asReport = ({ bankReference, senderBank, ...transfer }: IncomingTransfer): TransferReport => ({
  ...transfer,
  bankReference: bankReference === null ? null : { bank: senderBank, reference: bankReference },
})

async function keepSuspected(tx: Database, transfer: OfMember, now: Date): Promise<IncomingTransfer> {
  await showAsProcessing(tx, transfer)
  if (transfer.suspectedAt) return transfer
  await tx.update(incomingTransfers).set({ suspectedAt: now }).where(eq(incomingTransfers.id, transfer.id))
  return { ...transfer, suspectedAt: now }
}
