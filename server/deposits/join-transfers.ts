import { eq } from 'drizzle-orm'
import { record } from '../auth/audit-trail.ts'
import type { Database } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { statements } from '../database/schema/statements.ts'
import { isProcessing } from './credit-transfer.ts'
import { isSamePayment, keysOf, type Named } from './match-report.ts'
import { closeOrder, endOrder, findOrder } from './orders.ts'
import { keepPaidTwice } from './paid-twice.ts'
import type { IncomingTransfer } from './suspected-duplicates.ts'

/** Its money is in a wallet, or was sent back. */
const isSpent = ({ creditedAt, returnedAt }: IncomingTransfer): boolean =>
  creditedAt !== null || returnedAt !== null

/**
 * Merges two rows, each with one reference, if a report has both. If the money of both is spent, they stay separate, and staff are told: see
 * `paid-twice.ts`. So they do, untold, if one was sent back and the other waits for staff.
 */
export async function joinByReport(
  tx: Database,
  known: IncomingTransfer[],
  report: Named,
  now: Date,
): Promise<IncomingTransfer[]> {
  const own = known.find((row) => row.bankReference === null)
  const [bank, ...more] = known.filter((row) => row.bankReference !== null)
  const { bankReference } = report
  if (!own || !bank || more.length > 0 || bankReference === null) return known
  if (isSpent(own) && isSpent(bank)) {
    // The bank's row may have an own reference already: an earlier report can name both while one of them still waits.
    const isOne = bank.ownReference === null || isSamePayment(own, { ...bank, bankReference })
    if (isOne) await keepPaidTwice(tx, own, bank, now)
    return known
  }
  if (bank.ownReference !== null || bank.returnedAt || own.amount !== bank.amount) return known
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
