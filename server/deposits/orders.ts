import { and, eq, isNull, ne, notExists } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { incomingTransfers, qrCodes, trueLinks } from '../database/schema/deposits.ts'
import { statements } from '../database/schema/statements.ts'
import { giftOwnReference, qrOwnReference } from './transfer-reference.ts'

/** Whose code or gift link an own reference names. Null where it names none. */
export async function ownerOf(db: Database, ownReference: string): Promise<string | null> {
  const { table, reference, id } = orderOf(ownReference)
  const [order] = await db.select({ memberId: table.memberId }).from(table).where(eq(reference, id))
  return order?.memberId ?? null
}

/** The money for a code or a gift link is in its member's wallet, by whichever way it was reported: nobody waits for it now. */
export async function closeOrder(
  db: Database,
  ownReference: string,
  { amount, memberId, now }: { amount: number; memberId: string; now: Date },
): Promise<void> {
  const { id } = orderOf(ownReference)
  const { ownReference: named, memberId: owner, creditedAt } = incomingTransfers
  // Somebody may have paid the code twice: what came second waits for a person, and is found by the code.
  const waiting = db
    .select({ id: incomingTransfers.id })
    .from(incomingTransfers)
    .where(and(eq(named, ownReference), eq(owner, memberId), isNull(creditedAt)))
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

/** The statement's row of a gift link that waits to be opened. What was in it gets a row of its own. */
export const isUnopened = (ownReference: string) =>
  and(eq(statements.reference, ownReference), eq(statements.status, 'PENDING'))

function orderOf(ownReference: string) {
  const id = ownReference.slice(ownReference.indexOf(':') + 1)
  return ownReference.startsWith(giftOwnReference(''))
    ? { table: trueLinks, reference: trueLinks.codeHash, id }
    : { table: qrCodes, reference: qrCodes.reference, id }
}
