import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { ledgerAccounts } from '../database/schema/ledger.ts'

/** In satang. Games that never had money are left out. */
export type MemberBalances = {
  wallet: number
  withdrawing: number
  moving: number
  games: Record<string, number>
}

export async function balancesOf(db: Database, memberId: string): Promise<MemberBalances> {
  const rows = await db
    .select({ name: ledgerAccounts.name, balance: sql<number>`${ledgerAccounts.balance}`.mapWith(Number) })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.memberId, memberId))
  const found: MemberBalances = { wallet: 0, withdrawing: 0, moving: 0, games: {} }
  for (const { name, balance } of rows) {
    const [, , place, game] = name.split(':')
    if (place === 'wallet') found.wallet = balance
    else if (place === 'withdrawing') found.withdrawing = balance
    else if (place === 'moving') found.moving = balance
    else if (game !== undefined) found.games[game] = balance
  }
  return found
}
