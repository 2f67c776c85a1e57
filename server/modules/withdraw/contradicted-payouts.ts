import { and, asc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'

type Withdrawal = typeof withdrawals.$inferSelect

/** The outcome of a withdrawal, as the bank or a person decided it. `reason`: the bank's own words; a person gives none. */
export type Decision = { status: 'settled' } | { status: 'refused'; reason?: string }

/** The bank contradicts how the payout ended in the books, and nobody has noted yet how that was settled. */
export const isContradicted = and(isNotNull(withdrawals.contradictedAt), isNull(withdrawals.notedAt))

/** The payouts that wait for a person because of it, those that have waited longest first. `rest`: only these of them. */
export const listContradicted = (db: Database, max: number, rest?: SQL): Promise<Withdrawal[]> =>
  db
    .select()
    .from(withdrawals)
    .where(and(isContradicted, rest))
    .orderBy(asc(withdrawals.contradictedAt), asc(withdrawals.id))
    .limit(max)

/**
 * Keeps that the bank's word contradicts the end of a withdrawal, whose row the caller has locked: in the log each time it says so, for
 * staff once. Nothing is booked: the money has gone outside, or come back from there.
 */
export async function keepContradiction(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  tx: Transaction,
  { id, memberId, amount, status, contradictedAt }: Withdrawal,
  decision: Decision,
): Promise<void> {
  log.error('payout-contradicted', { withdrawal: id, status, bank: decision.status })
  if (contradictedAt) return
  const now = clock.now()
  await tx.update(withdrawals).set({ contradictedAt: now }).where(eq(withdrawals.id, id))
  const [before, after] = [{ status }, { ...decision, amount }]
  await record(tx, {
    kind: 'payout-contradicted',
    at: now,
    actor: 'system',
    memberId,
    subject: id,
    before,
    after,
  })
}

/**
 * Staff have settled it outside the books. `contradictedAt`: since when it waits, as they were shown it. Null if it does not wait, or since
 * another moment.
 */
export async function noteContradicted(
  tx: Transaction,
  { id, contradictedAt }: { id: string; contradictedAt: Date },
  now: Date,
): Promise<Withdrawal | null> {
  const isShown = and(eq(withdrawals.id, id), eq(withdrawals.contradictedAt, contradictedAt))
  const [noted] = await tx
    .update(withdrawals)
    .set({ notedAt: now })
    .where(and(isShown, isContradicted))
    .returning()
  return noted ?? null
}
