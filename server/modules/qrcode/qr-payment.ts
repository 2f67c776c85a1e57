import { eq } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { incomingTransfers, qrCodes } from '../../database/schema/deposits.ts'
import { statements } from '../../database/schema/statements.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import type { QrRow } from './qr-service.ts'

export interface QrPayment {
  /** The one that the code carried. */
  reference: string
  /** Satang that arrived. */
  amount: number
  /** When the channel took the money. */
  paidAt: Date
}

export type QrPaid = { outcome: 'credited' | 'late' | 'repeated'; memberId: string } | { outcome: 'unknown' }

/**
 * What a channel reports: a code was paid. In time it goes into the wallet, once. Money for a code that is over, or
 * of another amount, is kept aside as late, where the member sees it being processed, until `creditLateQr`.
 */
export async function confirmQrPayment(tx: Transaction, payment: QrPayment): Promise<QrPaid> {
  const qr = await lockQr(tx, payment.reference)
  if (!qr) return { outcome: 'unknown' }
  const { memberId } = qr
  if (qr.status === 'paid' || qr.status === 'late') return { outcome: 'repeated', memberId }

  const inTime = qr.status === 'waiting' && payment.paidAt < qr.expiresAt && payment.amount === qr.amount
  await tx.insert(incomingTransfers).values({
    channel: qr.channel,
    reference: `qr:${qr.reference}`,
    amount: payment.amount,
    memberId,
    creditedAt: inTime ? payment.paidAt : null,
    createdAt: payment.paidAt,
  })
  await tx
    .update(qrCodes)
    .set({ status: inTime ? 'paid' : 'late', paidAt: payment.paidAt })
    .where(eq(qrCodes.id, qr.id))
  if (inTime) {
    await credit(tx, qr, payment.amount, true)
    return { outcome: 'credited', memberId }
  }
  await tx.insert(statements).values({
    memberId,
    type: 'deposit',
    from: qr.channel,
    to: 'WALLET',
    amount: payment.amount,
    status: 'PENDING',
    reference: qr.id,
    createdAt: payment.paidAt,
  })
  return { outcome: 'late', memberId }
}

/** Somebody has looked at a late payment and lets it count. Null where it is not late, or counted before. */
export async function creditLateQr(tx: Transaction, reference: string, now: Date): Promise<QrRow | null> {
  const qr = await lockQr(tx, reference)
  if (qr?.status !== 'late') return null
  const [arrived] = await tx
    .update(incomingTransfers)
    .set({ creditedAt: now })
    .where(eq(incomingTransfers.reference, `qr:${reference}`))
    .returning()
  if (!arrived) return null
  await tx.update(qrCodes).set({ status: 'paid' }).where(eq(qrCodes.id, qr.id))
  await tx.update(statements).set({ status: 'SUCCESS' }).where(eq(statements.reference, qr.id))
  await credit(tx, qr, arrived.amount, false)
  return qr
}

/** The code as of now, its owner locked first: so does the member's own act that makes or cancels one. */
async function lockQr(tx: Transaction, reference: string): Promise<QrRow | undefined> {
  const mine = eq(qrCodes.reference, reference)
  const [known] = await tx.select({ memberId: qrCodes.memberId }).from(qrCodes).where(mine)
  if (!known) return undefined
  await lockMember(tx, known.memberId)
  const [qr] = await tx.select().from(qrCodes).where(mine).for('update')
  return qr
}

const credit = (tx: Transaction, qr: QrRow, amount: number, writesStatement: boolean) =>
  creditDeposit(tx, {
    memberId: qr.memberId,
    amount,
    act: `deposit:qr:${qr.id}`,
    channel: qr.channel,
    reference: qr.id,
    writesStatement,
  })
