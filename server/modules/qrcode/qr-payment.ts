import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { DAY, later } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { incomingTransfers, qrCodes } from '../../database/schema/deposits.ts'
import { showAsProcessing } from '../../deposits/credit-transfer.ts'
import { asReport, receiveTransfer } from '../../deposits/receive-transfer.ts'
import { qrOwnReference } from '../../deposits/transfer-reference.ts'
import type { IncomingTransfer } from '../../deposits/suspected-duplicates.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import type { QrPayment } from '../../providers/qr.ts'
import type { QrRow } from './qr-service.ts'

export type QrPaid =
  | { outcome: 'credited' | 'late' | 'repeated' | 'paid-twice' | 'suspected'; memberId: string }
  | { outcome: 'unknown' }

/**
 * How long after a code's end a report may come of money that was paid in time, in ms. Money that is reported later waits for a
 * person.
 */
export const REPORTED_WITHIN = DAY

/** One that has expired so soon was replaced: the member has asked for another at its channel. */
const mayBePaid = ({ status, expiresAt }: QrRow, now: Date): boolean =>
  status === 'waiting' || (status === 'expired' && later(expiresAt, REPORTED_WITHIN) > now)

/**
 * Handles a channel's report that a code was paid. In time, it is credited to the wallet, once. Money for an expired code, or
 * of another amount, is held as late, and shown to the member as processing, until `creditLateQr`. Money that may be the same
 * as a credited transfer is held until `decide-suspected.ts`.
 */
export async function confirmQrPayment(tx: Transaction, payment: QrPayment, now: Date): Promise<QrPaid> {
  const qr = await lockQr(tx, payment.reference)
  if (!qr) return { outcome: 'unknown' }
  const { memberId, channel } = qr
  const { amount, paidAt, bankReference } = payment
  const credits = mayBePaid(qr, now) && paidAt < qr.expiresAt && amount === qr.amount
  const ownReference = qrOwnReference(qr.reference)
  const report = { source: 'qr', channel, amount, memberId, bankReference, ownReference, paidAt } as const
  const { outcome, transfer } = await receiveTransfer(tx, report, { credits, now })
  if (outcome === 'credited' || outcome === 'repeated' || outcome === 'paid-twice')
    return { outcome, memberId }
  if (transfer.memberId !== memberId) return { outcome: 'repeated', memberId }
  await tx.update(qrCodes).set({ status: 'late', paidAt }).where(eq(qrCodes.id, qr.id))
  await showAsProcessing(tx, { ...transfer, memberId })
  return { outcome: outcome === 'kept' ? 'late' : outcome, memberId }
}

/** A payment that is held as late: its member is known, and a person has to credit it. */
export const isLate = and(
  isNotNull(incomingTransfers.memberId),
  isNull(incomingTransfers.creditedAt),
  isNull(incomingTransfers.suspectedAt),
)

const firstReported = [asc(incomingTransfers.createdAt), asc(incomingTransfers.id)]

/** The late payments of all codes, in the order of their reports. */
export const listLate = (db: Database, max: number): Promise<IncomingTransfer[]> =>
  db
    .select()
    .from(incomingTransfers)
    .where(isLate)
    .orderBy(...firstReported)
    .limit(max)

/** What `creditLateQr` would credit for these codes, in the order of the reports. */
export const uncreditedPayments = (
  db: Database,
  codes: readonly Pick<QrRow, 'reference' | 'memberId'>[],
): Promise<IncomingTransfer[]> =>
  db
    .select()
    .from(incomingTransfers)
    .where(
      and(
        isNull(incomingTransfers.creditedAt),
        // For no codes, none.
        or(
          sql`false`,
          ...codes.map(({ reference, memberId }) =>
            and(
              eq(incomingTransfers.ownReference, qrOwnReference(reference)),
              eq(incomingTransfers.memberId, memberId),
            ),
          ),
        ),
      ),
    )
    .orderBy(...firstReported)

/**
 * Credits the late payments of a code that a person has seen and approved, `listed` by their ids, the first that was reported
 * first. Null if they do not wait; `suspected` if all may be the same money as a credited transfer.
 */
export async function creditLateQr(
  tx: Transaction,
  reference: string,
  listed: readonly string[],
  now: Date,
): Promise<{ memberId: string; credited: IncomingTransfer[] } | 'suspected' | null> {
  const qr = await lockQr(tx, reference)
  if (qr?.status !== 'late') return null
  const received = []
  for (const transfer of await uncreditedPayments(tx, [qr]))
    if (listed.includes(transfer.id))
      received.push(await receiveTransfer(tx, asReport(transfer), { credits: true, now }))
  const credited = received.flatMap(({ outcome, transfer }) => (outcome === 'credited' ? [transfer] : []))
  if (credited.length > 0) return { memberId: qr.memberId, credited }
  return received.some(({ outcome }) => outcome === 'suspected') ? 'suspected' : null
}

/** The code's current state, its owner locked first, as the member's own operations on codes do. */
async function lockQr(tx: Transaction, reference: string): Promise<QrRow | undefined> {
  const mine = eq(qrCodes.reference, reference)
  const [known] = await tx.select({ memberId: qrCodes.memberId }).from(qrCodes).where(mine)
  if (!known) return undefined
  await lockMember(tx, known.memberId)
  const [qr] = await tx.select().from(qrCodes).where(mine).for('update')
  return qr
}
