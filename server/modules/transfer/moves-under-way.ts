import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'

/** The moves of the member's unfinished transfers, with the transfer: their money may be at the provider or here. */
export async function movesUnderWay(db: Database, memberId: string) {
  const { moves, status, destination } = providerTransfers
  const transfers = await db
    .select({ moves, status, destination })
    .from(providerTransfers)
    .where(eq(providerTransfers.memberId, memberId))
  return transfers.flatMap(({ moves: all, ...transfer }) => all.map((move) => ({ ...move, ...transfer })))
}
