import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { statements } from '../database/schema/statements.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { findOrder } from './orders.ts'
import { creditTransfer, isProcessing } from './credit-transfer.ts'
import { joinTransfers } from './join-transfers.ts'
import { lockReferences } from './match-report.ts'
import {
  hasUnlisted,
  type IncomingTransfer,
  lockAmount,
  suspectedDuplicates,
} from './suspected-duplicates.ts'

export interface Suspected {
  transfer: IncomingTransfer & { memberId: string }
  /** The transfers, credited or sent back, that it may be, the likeliest first; none if staff have decided about them. */
  duplicates: IncomingTransfer[]
  /** Only staff, who may have chosen the wrong member, say that it is this member's: see `releaseSuspected`. */
  isClaimed: boolean
}

/** It may be one that is credited or was sent back, and nobody has decided yet. */
export const isSuspected = and(isNotNull(incomingTransfers.suspectedAt), isNull(incomingTransfers.creditedAt))

/** What a person decides about: this transfer, as this member's. Staff may have taken it back and given it to another member meanwhile. */
interface Shown {
  id: string
  memberId: string
}

/** Transfers that may be duplicates and that nobody has decided, the oldest first. `rest` narrows them further. */
export const suspectedTransfers = (db: Database, max: number, rest?: SQL): Promise<IncomingTransfer[]> =>
  db
    .select()
    .from(incomingTransfers)
    .where(and(isSuspected, rest))
    .orderBy(asc(incomingTransfers.suspectedAt), asc(incomingTransfers.id))
    .limit(max)

/** The same, with what a person has to know of each to decide. */
export async function listSuspected(db: Database, max: number, rest?: SQL): Promise<Suspected[]> {
  const rows = await suspectedTransfers(db, max, rest)
  return Promise.all(
    rows.flatMap(({ memberId, ...row }) =>
      memberId === null ? [] : [suspectedOf(db, { ...row, memberId })],
    ),
  )
}

const suspectedOf = async (db: Database, transfer: Suspected['transfer']): Promise<Suspected> => ({
  transfer,
  duplicates: await suspectedDuplicates(db, transfer),
  isClaimed: await isClaimed(db, transfer),
})

/**
 * Whether only staff have said whose the transfer is: their claim (`claimTransfer`) is in the audit trail. Not so for one that names a code
 * or a gift link of the member's own.
 */
async function isClaimed(
  db: Database,
  { id, memberId, ownReference }: Suspected['transfer'],
): Promise<boolean> {
  const [last] = await db
    .select({ verdict: sql<string>`${auditEvents.after} ->> 'verdict'` })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.memberId, memberId),
        eq(auditEvents.kind, 'unclaimed-transfer-decided'),
        eq(auditEvents.subject, id),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return last?.verdict === 'suspected' && (await findOrder(db, ownReference))?.memberId !== memberId
}

/**
 * Staff decide that it is the same transfer as one that was credited or sent back: they become one with both references, and nothing is
 * credited. Null if the transfer was decided before, is another member's, or has no such duplicate.
 */
export async function joinSuspected(
  tx: Transaction,
  shown: Shown,
  duplicateId: string,
  now: Date,
): Promise<{ transfer: Suspected['transfer']; into: IncomingTransfer } | null> {
  const found = await lockSuspected(tx, shown, duplicateId)
  const into = found?.duplicates.find((other) => other.id === duplicateId)
  if (!found || !into) return null
  return { transfer: found.transfer, into: await joinTransfers(tx, into, found.transfer, now) }
}

/**
 * Staff, who have seen that it may be one of `listed`, decide that it is another transfer: it is credited. Null if it was decided before, or is
 * another member's; `unlisted` if it may be another one too, which was credited or sent back meanwhile.
 */
export async function creditSuspected(
  tx: Transaction,
  shown: Shown,
  listed: readonly string[],
  now: Date,
): Promise<Suspected | 'unlisted' | null> {
  const found = await lockSuspected(tx, shown)
  if (!found) return null
  if (hasUnlisted(found.duplicates, listed)) return 'unlisted'
  await creditTransfer(tx, found.transfer, now)
  return found
}

/** Takes back a claim of staff: the transfer is nobody's again. Null if it was decided before, is another member's, or not only claimed. */
export async function releaseSuspected(tx: Transaction, shown: Shown): Promise<Suspected['transfer'] | null> {
  const found = await lockSuspected(tx, shown)
  if (!found?.isClaimed) return null
  const { id } = found.transfer
  await tx.delete(statements).where(isProcessing(id))
  await tx
    .update(incomingTransfers)
    .set({ memberId: null, suspectedAt: null })
    .where(eq(incomingTransfers.id, id))
  return found.transfer
}

/** Takes the locks that a report of either would take, in the same order, and reads both afterwards. */
async function lockSuspected(
  tx: Transaction,
  { id, memberId }: Shown,
  duplicateId = id,
): Promise<Suspected | null> {
  const byId = (which: string) => eq(incomingTransfers.id, which)
  const [known] = await tx.select().from(incomingTransfers).where(byId(id))
  const [other] = await tx.select().from(incomingTransfers).where(byId(duplicateId))
  if (known?.memberId !== memberId || !other) return null
  await lockMember(tx, memberId)
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
  return transfer?.memberId === memberId ? suspectedOf(tx, { ...transfer, memberId }) : null
}
