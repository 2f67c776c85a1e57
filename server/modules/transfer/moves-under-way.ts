import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'

/** The moves of the member's unfinished transfers: their money may be at the provider or here. */
export async function movesUnderWay(db: Database, memberId: string) {
  const transfers = await db
    .select({ moves: providerTransfers.moves })
    .from(providerTransfers)
    .where(eq(providerTransfers.memberId, memberId))
  return transfers.flatMap(({ moves }) => moves)
}
