import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { gameOf, house } from '../../ledger/accounts.ts'
import { amountOf, isForHouse, type ProviderTransfer } from './provider-transfers.ts'

interface Loss {
  memberId: string
  gameCode: string
  /** What the game lacks for it; satang. */
  missing: number
  now: Date
}

/**
 * Whether a loss that the game cannot bear has to wait for transfers into or out of it, whose money may be in the game yet. Where those are the
 * house's alone, which never return by themselves, the part that the loss has used up is called off. The caller holds the member's lock.
 */
export async function awaitTransfers(tx: Transaction, loss: Loss): Promise<boolean> {
  const { memberId, gameCode } = loss
  const all = await tx
    .select()
    .from(providerTransfers)
    .where(eq(providerTransfers.memberId, memberId))
    .orderBy(providerTransfers.createdAt, providerTransfers.id)
  const underWay = all.filter(({ moves }) => moves.some((move) => move.gameCode === gameCode))
  if (!underWay.every(isForHouse)) return true
  if (loss.missing > underWay.reduce((sum, { taken }) => sum + amountOf(taken), 0)) return false
  let missing = loss.missing
  for (const { status, taken } of underWay) if (status === 'cancelling') missing -= amountOf(taken)
  for (const transfer of underWay) {
    if (transfer.status === 'cancelling' || missing <= 0) continue
    const part = Math.min(missing, amountOf(transfer.taken))
    await callOff(tx, transfer, part, loss)
    missing -= part
  }
  return true
}

/**
 * Has the provider cancel the house's transfer, so that `part` of it (satang) is back in the game for the loss. The rest goes on by a
 * transfer of its own: a provider is not asked for another amount by the same reference.
 */
async function callOff(
  tx: Transaction,
  transfer: ProviderTransfer,
  part: number,
  { memberId, gameCode, now }: Loss,
): Promise<void> {
  const { id, moves, taken } = transfer
  const game = gameOf(memberId, gameCode)
  await tx
    .update(providerTransfers)
    .set({ status: 'cancelling', taken: { [game]: part }, stuckAt: null, leasedUntil: now })
    .where(eq(providerTransfers.id, id))
  const amount = amountOf(taken) - part
  if (amount === 0) return
  const restId = randomUUID()
  const reference = `${restId}:${gameCode}`
  await tx.insert(providerTransfers).values({
    id: restId,
    memberId,
    operationId: `${memberId}:${restId}`,
    moves: moves.map((move) => ({ ...move, amount: -amount, reference })),
    taken: { [game]: amount },
    destination: house.bonus,
    reply: '',
    leasedUntil: now,
    createdAt: now,
  })
  await tx.update(statements).set({ reference: restId, amount }).where(eq(statements.reference, id))
}
