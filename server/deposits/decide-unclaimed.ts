import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { lockReported } from './match-report.ts'
import { asReport, type Received, receiveTransfer } from './receive-transfer.ts'
import {
  hasUnlisted,
  type IncomingTransfer,
  lockAmount,
  suspectedDuplicates,
} from './suspected-duplicates.ts'

/** No member is known, and it was not sent back. */
export const isUnclaimed = and(isNull(incomingTransfers.memberId), isNull(incomingTransfers.returnedAt))

/** The transfers that were kept without a member, the oldest first, with those in a wallet or sent back that each may be. `rest`: only these of them. */
export async function listUnclaimed(
  db: Database,
  max: number,
  rest?: SQL,
): Promise<{ transfer: IncomingTransfer; duplicates: IncomingTransfer[] }[]> {
  const rows = await db
    .select()
    .from(incomingTransfers)
    .where(and(isUnclaimed, rest))
    .orderBy(asc(incomingTransfers.createdAt), asc(incomingTransfers.id))
    .limit(max)
  return Promise.all(
    rows.map(async (transfer) => ({ transfer, duplicates: await suspectedDuplicates(db, transfer) })),
  )
}

/** One of them. Undefined if it was decided before. */
export async function findUnclaimed(
  db: Database,
  id: string,
): Promise<{ transfer: IncomingTransfer; duplicates: IncomingTransfer[] } | undefined> {
  const [transfer] = await db.select().from(incomingTransfers).where(isThis(id))
  return transfer && { transfer, duplicates: await suspectedDuplicates(db, transfer) }
}

/** The row that a transfer's own references name first: what that one gets is not decided with this one. */
interface NamedFirst {
  namedFirst: IncomingTransfer
}

/**
 * Staff, who have seen that it may be one of `listed`, say whose it is: it is credited, or held as suspected. Null if it was decided
 * before; `unlisted` if it may be another one too, which was credited or sent back meanwhile. Nothing is booked either if its references
 * name another row first.
 */
export async function claimTransfer(
  tx: Transaction,
  id: string,
  memberId: string,
  listed: readonly string[],
  now: Date,
): Promise<(Received & { duplicates: IncomingTransfer[] }) | NamedFirst | 'unlisted' | null> {
  const [known] = await tx.select().from(incomingTransfers).where(isThis(id))
  if (!known) return null
  const report = { ...asReport(known), memberId }
  const [first] = await lockReported(tx, report)
  const [transfer] = await tx.select().from(incomingTransfers).where(isThis(id))
  if (!transfer) return null
  if (first && first.id !== id) return { namedFirst: first }
  await lockAmount(tx, transfer)
  // Before a member is set, as in the list shown: with one, fewer duplicates match.
  const duplicates = await suspectedDuplicates(tx, transfer)
  if (hasUnlisted(duplicates, listed)) return 'unlisted'
  // The first row that the report names is this one, so that what comes of the report is its own.
  const received = await receiveTransfer(tx, report, { credits: true, now })
  return { ...received, duplicates }
}

/**
 * Staff have sent it back to its sender, and have seen that it may be one of `listed`. Null if it was decided before; `unlisted` if it may
 * be another one too, which was credited or sent back meanwhile.
 */
export async function returnTransfer(
  tx: Transaction,
  id: string,
  listed: readonly string[],
  now: Date,
): Promise<{ transfer: IncomingTransfer; duplicates: IncomingTransfer[] } | 'unlisted' | null> {
  const [transfer] = await tx.select().from(incomingTransfers).where(isThis(id)).for('update')
  if (!transfer) return null
  // A report that may be the same money, and is to be credited, waits for the end of this.
  await lockAmount(tx, transfer)
  const duplicates = await suspectedDuplicates(tx, transfer)
  if (hasUnlisted(duplicates, listed)) return 'unlisted'
  await tx.update(incomingTransfers).set({ returnedAt: now }).where(isThis(id))
  return { transfer, duplicates }
}

const isThis = (id: string) => and(eq(incomingTransfers.id, id), isUnclaimed)
