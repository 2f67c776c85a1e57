import { asc, inArray, lte } from 'drizzle-orm'
import { later } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { describeError } from '../log.ts'
import { finishProviderTransfer, LEASE } from '../modules/transfer/provider-transfers.ts'

/** How many transfers are worked on at a time. */
const AT_ONCE = 10

/**
 * Finishes the transfers that nobody works on: their process died, or their provider has not answered. One that fails is tried
 * again when its lease is over. Never throws.
 */
export async function finishProviderTransfers(app: AppContext): Promise<void> {
  const { log } = app
  try {
    for (let leased = await lease(app); leased.length > 0; leased = await lease(app)) {
      await Promise.all(
        leased.map(({ id }) =>
          finishProviderTransfer(app, id).catch((error: unknown) => {
            log.error('provider-transfer-unfinished', { transfer: id, ...describeError(error) })
          }),
        ),
      )
    }
  } catch (error) {
    log.error('provider-transfers-not-finished', describeError(error))
  }
}

/** Those whose lease is over, the oldest first, leased anew. */
function lease({ db, clock }: AppContext): Promise<{ id: string }[]> {
  const now = clock.now()
  const free = db
    .select({ id: providerTransfers.id })
    .from(providerTransfers)
    .where(lte(providerTransfers.leasedUntil, now))
    .orderBy(asc(providerTransfers.leasedUntil))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  return db
    .update(providerTransfers)
    .set({ leasedUntil: later(now, LEASE) })
    .where(inArray(providerTransfers.id, free))
    .returning({ id: providerTransfers.id })
}
