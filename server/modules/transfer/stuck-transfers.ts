import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { arrive, type Booked, giveBack, type ProviderTransfer } from './provider-transfers.ts'

/**
 * What a person has heard from the provider about a transfer that it did not cancel: that it will if asked again, that it was not
 * made, or that it was.
 */
export const STUCK_VERDICTS = ['again', 'returned', 'arrived'] as const
type StuckVerdict = (typeof STUCK_VERDICTS)[number]

/** The transfers that wait for a person, those that have waited longest first. */
export const listStuckTransfers = (db: Database, max: number) =>
  db
    .select()
    .from(providerTransfers)
    .where(isNotNull(providerTransfers.stuckAt))
    .orderBy(asc(providerTransfers.stuckAt), asc(providerTransfers.id))
    .limit(max)

/**
 * Ends a transfer that waits for a person, or has it asked for again. `booked`: what the member and the bank are to be told after
 * the commit (`tell`), if it has ended. Null if the transfer does not wait.
 */
export async function decideStuckTransfer(
  app: AppContext,
  tx: Transaction,
  id: string,
  verdict: StuckVerdict,
): Promise<{ transfer: ProviderTransfer; booked: Booked | null } | null> {
  const isStuck = and(eq(providerTransfers.id, id), isNotNull(providerTransfers.stuckAt))
  if (verdict === 'again') {
    const asked = { stuckAt: null, leasedUntil: app.clock.now() }
    const [transfer] = await tx.update(providerTransfers).set(asked).where(isStuck).returning()
    return transfer ? { transfer, booked: null } : null
  }
  const [transfer] = await tx.select().from(providerTransfers).where(isStuck)
  if (!transfer) return null
  const booked = await (verdict === 'arrived' ? arrive : giveBack)(app, tx, transfer)
  return booked ? { transfer, booked } : null
}
