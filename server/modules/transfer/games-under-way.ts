import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'

/** The games that the member's unfinished transfers move money into or out of: it may be at the provider or here. */
export async function gamesUnderWay(db: Database, memberId: string): Promise<string[]> {
  const transfers = await db
    .select({ moves: providerTransfers.moves })
    .from(providerTransfers)
    .where(eq(providerTransfers.memberId, memberId))
  return transfers.flatMap(({ moves }) => moves.map(({ gameCode }) => gameCode))
}
