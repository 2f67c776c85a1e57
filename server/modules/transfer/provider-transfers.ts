import { eq } from 'drizzle-orm'
import type { Call } from '#api/contract/call.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { moveOrders } from '../../database/schema/provider-transfers.ts'
import type { RequestContext } from '../../http/route.ts'
import type { GameMove } from '../../providers/games.ts'
import { mapProviderFailure } from '../../providers/map-provider-failure.ts'

export interface ProviderAccount {
  gameCode: string
  username: string
}

/** Satang: into the game when positive, out of it when negative. */
export type MoveAtProvider = (account: ProviderAccount, amount: number) => Promise<void>

export interface MoveOrder {
  id: string
  /** How many times the transaction has been started. */
  runs: number
  asked: GameMove[]
}

/**
 * The reference by which a provider knows a transfer. Each run of a transaction has a new one, because the run before was
 * cancelled.
 */
export const referenceOf = (orderId: string, run: number, gameCode: string): string =>
  `${orderId}:${run}:${gameCode}`

/** Records, before an operation's transaction, that it will ask providers. */
export async function openProviderTransfers({
  app,
  member,
}: {
  app: AppContext
  member: { id: string }
}): Promise<MoveOrder> {
  const [order] = await app.db
    .insert(moveOrders)
    .values({ memberId: member.id, createdAt: app.clock.now() })
    .returning({ id: moveOrders.id })
  if (!order) throw new Error('The order was not kept')
  return { id: order.id, runs: 0, asked: [] }
}

/**
 * Moves money at the providers for an operation. If the operation fails, every requested transfer is cancelled, also the one
 * that failed: it may have been made before its answer was lost.
 */
export async function beginProviderTransfers(
  { app, db, onRollback }: Pick<RequestContext<Call>, 'app' | 'db' | 'onRollback'>,
  order: MoveOrder,
): Promise<MoveAtProvider> {
  const { games } = app.providers
  order.runs += 1
  const mine = await db.delete(moveOrders).where(eq(moveOrders.id, order.id)).returning()
  if (mine.length === 0) throw new Error('The operation came so late that its moves were cancelled before')
  onRollback(() => cancelMoves(app, order))
  for (const move of order.asked) await games.cancel(move)
  order.asked = []
  return async ({ gameCode, username }, amount) => {
    const move = { gameCode, username, amount, reference: referenceOf(order.id, order.runs, gameCode) }
    order.asked.push(move)
    await mapProviderFailure('TRANSFER_FAIL', games.move(move))
  }
}

/** If the order still exists, the transaction was not committed; if it is gone, it was. */
async function cancelMoves({ db, providers }: AppContext, { id, asked }: MoveOrder): Promise<void> {
  await transact(db, async (tx) => {
    const open = await tx.delete(moveOrders).where(eq(moveOrders.id, id)).returning()
    if (open.length > 0) for (const move of asked) await providers.games.cancel(move)
  })
}
