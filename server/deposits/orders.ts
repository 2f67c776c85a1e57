import { and, eq, isNotNull, isNull, ne, notExists } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { incomingTransfers, qrCodes, trueLinks } from '../database/schema/deposits.ts'
import type { Setting } from '../database/settings.ts'
import { statements } from '../database/schema/statements.ts'
import { namesGift, qrOwnReference, qrReferenceIn } from './transfer-reference.ts'

/**
 * The code or gift link that an own reference names, or null. A slip may be of another company's bill, whose reference names none of
 * ours: as the transfer's own reference it would keep the transfer from being compared with those known by the bank's reference alone.
 */
export async function findOrder(
  db: Database,
  ownReference: string | null,
): Promise<{ ownReference: string; memberId: string } | null> {
  if (ownReference === null) return null
  const { table, reference, id } = orderOf(ownReference)
  const [order] = await db.select({ memberId: table.memberId }).from(table).where(eq(reference, id))
  return order ? { ownReference, memberId: order.memberId } : null
}

/** The terms of deposits of the moment at which a code was made; undefined if the reference names no code, or one of an earlier release. */
export async function termsOfCode(
  db: Database,
  ownReference: string | null,
): Promise<Setting<'depositTerms'> | undefined> {
  const reference = qrReferenceIn(ownReference)
  if (reference === null) return undefined
  const [code] = await db
    .select({ terms: qrCodes.terms })
    .from(qrCodes)
    .where(eq(qrCodes.reference, reference))
  return code?.terms ?? undefined
}

/** Closes a code or gift link whose money is in its member's wallet, however it was reported. */
export async function closeOrder(
  db: Database,
  ownReference: string,
  { amount, memberId, now }: { amount: number; memberId: string; now: Date },
): Promise<void> {
  const { id } = orderOf(ownReference)
  const waiting = waitingOf(db, ownReference, memberId)
  const mine = and(eq(qrCodes.reference, id), eq(qrCodes.memberId, memberId), ne(qrCodes.status, 'paid'))
  if (ownReference.startsWith(qrOwnReference(''))) {
    await db
      .update(qrCodes)
      .set({ status: 'paid', paidAt: now })
      .where(and(mine, notExists(waiting)))
    return
  }
  await db
    .update(trueLinks)
    .set({ status: 'SUCCESS', amount })
    .where(and(eq(trueLinks.codeHash, id), eq(trueLinks.memberId, memberId), eq(trueLinks.status, 'PENDING')))
  await db.delete(statements).where(isUnopened(ownReference))
}

/**
 * Ends a code or gift link whose payment brought its member nothing, because it was sent back or is in another wallet. A code that another
 * payment has paid stays paid.
 */
export async function endOrder(
  db: Database,
  { ownReference, memberId }: { ownReference: string; memberId: string },
): Promise<void> {
  const { id } = orderOf(ownReference)
  if (ownReference.startsWith(qrOwnReference(''))) {
    const isCredited = and(isPaymentOf(ownReference, memberId), isNotNull(incomingTransfers.creditedAt))
    const isPaid = (await db.$count(incomingTransfers, isCredited)) > 0
    await db
      .update(qrCodes)
      .set(isPaid ? { status: 'paid' } : { status: 'expired', paidAt: null })
      .where(and(eq(qrCodes.reference, id), notExists(waitingOf(db, ownReference, memberId))))
    return
  }
  await db
    .update(trueLinks)
    .set({ status: 'FAILED' })
    .where(and(eq(trueLinks.codeHash, id), eq(trueLinks.status, 'PENDING')))
  await db.delete(statements).where(isUnopened(ownReference))
}

const isPaymentOf = (ownReference: string, memberId: string) =>
  and(eq(incomingTransfers.ownReference, ownReference), eq(incomingTransfers.memberId, memberId))

/** A code may be paid twice: the second payment waits for staff, and is found by the code. */
const waitingOf = (db: Database, ownReference: string, memberId: string) =>
  db
    .select({ id: incomingTransfers.id })
    .from(incomingTransfers)
    .where(and(isPaymentOf(ownReference, memberId), isNull(incomingTransfers.creditedAt)))

/** The statement's row of an unopened gift link. Its content gets a separate row. */
export const isUnopened = (ownReference: string) =>
  and(eq(statements.reference, ownReference), eq(statements.status, 'PENDING'))

function orderOf(ownReference: string) {
  const id = ownReference.slice(ownReference.indexOf(':') + 1)
  return namesGift(ownReference)
    ? { table: trueLinks, reference: trueLinks.codeHash, id }
    : { table: qrCodes, reference: qrCodes.reference, id }
}
