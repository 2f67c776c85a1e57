import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { statements } from '../database/schema/statements.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { closeOrder, endOrder, findOrder } from './orders.ts'
import { creditTransfer, joinTransfers, lockReferences } from './receive-transfer.ts'
import { type IncomingTransfer, lockAmount, suspectedDuplicates } from './suspected-duplicates.ts'

export interface Suspected {
  transfer: IncomingTransfer & { memberId: string }
  /** The transfers, credited or sent back, that it may be, the likeliest first; none if staff have decided about them. */
  duplicates: IncomingTransfer[]
}

const isSuspected = and(isNotNull(incomingTransfers.suspectedAt), isNull(incomingTransfers.creditedAt))

/** The undecided suspected duplicates, the oldest first. */
export async function listSuspected(db: Database, max: number): Promise<Suspected[]> {
  const rows = await db
    .select()
    .from(incomingTransfers)
    .where(isSuspected)
    .orderBy(asc(incomingTransfers.suspectedAt), asc(incomingTransfers.id))
    .limit(max)
  return Promise.all(
    rows.flatMap(({ memberId, ...row }) =>
      memberId === null ? [] : [suspectedOf(db, { ...row, memberId })],
    ),
  )
}

const suspectedOf = async (db: Database, transfer: Suspected['transfer']): Promise<Suspected> => ({
  transfer,
  duplicates: await suspectedDuplicates(db, transfer),
})

/**
 * Staff decide that it is the same transfer as one that was credited or sent back: they become one with both references, and nothing is
 * credited. Null if it was decided before, or cannot be that one.
 */
export async function joinSuspected(
  tx: Transaction,
  id: string,
  duplicateId: string,
  now: Date,
): Promise<{ transfer: Suspected['transfer']; into: IncomingTransfer } | null> {
  const found = await lockSuspected(tx, id, duplicateId)
  const into = found?.duplicates.find((other) => other.id === duplicateId)
  if (!found || !into) return null
  const order = await findOrder(tx, found.transfer.ownReference ?? into.ownReference)
  const isElsewhere = into.memberId === null || (order !== null && order.memberId !== into.memberId)
  // Its member's statement has no other row of money that was sent back, or that another member got for this code or gift.
  if (isElsewhere)
    await tx
      .update(statements)
      .set({ status: 'FAILED', reference: into.id })
      .where(and(eq(statements.reference, id), eq(statements.status, 'PENDING')))
  const joined = await joinTransfers(tx, into, found.transfer)
  if (!order) return { transfer: found.transfer, into: joined }
  if (isElsewhere) await endOrder(tx, order)
  else await closeOrder(tx, order.ownReference, { ...joined, ...order, now })
  return { transfer: found.transfer, into: joined }
}

/** Staff decide that it is another transfer: it is credited. Null if it was decided before. */
export async function creditSuspected(tx: Transaction, id: string, now: Date): Promise<Suspected | null> {
  const found = await lockSuspected(tx, id)
  if (found) await creditTransfer(tx, found.transfer, now)
  return found
}

/** Takes the locks that a report of either would take, in the same order, and reads both afterwards. */
async function lockSuspected(tx: Transaction, id: string, duplicateId = id): Promise<Suspected | null> {
  const byId = (which: string) => eq(incomingTransfers.id, which)
  const [known] = await tx.select().from(incomingTransfers).where(byId(id))
  const [other] = await tx.select().from(incomingTransfers).where(byId(duplicateId))
  if (!known?.memberId || !other) return null
  await lockMember(tx, known.memberId)
  const bankReference = known.bankReference ?? other.bankReference
  await lockReferences(tx, {
    bankReference: bankReference === null ? null : { reference: bankReference },
    ownReference: known.ownReference ?? other.ownReference,
  })
  const ids = [...new Set([id, duplicateId])].toSorted()
  for (const each of ids) await tx.select().from(incomingTransfers).where(byId(each)).for('update')
  await lockAmount(tx, known)
  const [transfer] = await tx
    .select()
    .from(incomingTransfers)
    .where(and(byId(id), isSuspected))
  if (!transfer?.memberId) return null
  return suspectedOf(tx, { ...transfer, memberId: transfer.memberId })
}
