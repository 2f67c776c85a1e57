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
  /** How often the transaction has been begun. */
  runs: number
  asked: GameMove[]
}

/** Under which a provider knows a move. Each run of a transaction asks anew: the one before was cancelled. */
export const referenceOf = (orderId: string, run: number, gameCode: string): string =>
  `${orderId}:${run}:${gameCode}`

/** Writes down, before an operation's transaction, that it is going to ask providers. */
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
 * How an operation moves money at the providers. Every move that was asked for is cancelled when the operation comes to nothing,
 * also the one that failed: it may have been made before its answer was lost.
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

/** The order that is still there tells that the transaction left nothing; one that is gone, that it was committed. */
async function cancelMoves({ db, providers }: AppContext, { id, asked }: MoveOrder): Promise<void> {
  await transact(db, async (tx) => {
    const open = await tx.delete(moveOrders).where(eq(moveOrders.id, id)).returning()
    if (open.length > 0) for (const move of asked) await providers.games.cancel(move)
  })
}
