import { eq, lt } from 'drizzle-orm'
import { later, MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { MAX_ATTEMPTS, transact } from '../database/query.ts'
import { moveOrders } from '../database/schema/provider-transfers.ts'
import { describeError } from '../log.ts'
import { accountsOf } from '../modules/games/game-account.ts'
import { referenceOf } from '../modules/transfer/provider-transfers.ts'

/** Longer than any operation takes, in ms. */
const timeoutMs = 2 * MINUTE

/**
 * Cancels the provider transfers that operations may have requested before their process died. It is unknown which of them
 * happened, so all are cancelled by name. Never throws.
 */
export async function reconcileProviderTransfers(app: AppContext): Promise<void> {
  const { db, clock, log } = app
  try {
    const lost = await db
      .select({ id: moveOrders.id })
      .from(moveOrders)
      .where(lt(moveOrders.createdAt, later(clock.now(), -timeoutMs)))
    for (const { id } of lost) await cancelAll(app, id)
  } catch (error) {
    log.error('moves-not-cancelled', describeError(error))
  }
}

async function cancelAll({ db, providers }: AppContext, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const mine = eq(moveOrders.id, id)
    // If locked, its operation is still running or another process is cancelling it.
    const [order] = await tx.select().from(moveOrders).where(mine).for('update', { skipLocked: true })
    if (!order) return
    for (const { gameCode, username } of await accountsOf(tx, order.memberId)) {
      for (let run = 1; run <= MAX_ATTEMPTS; run += 1)
        await providers.games.cancel({ gameCode, username, reference: referenceOf(id, run, gameCode) })
    }
    await tx.delete(moveOrders).where(mine)
  })
}
