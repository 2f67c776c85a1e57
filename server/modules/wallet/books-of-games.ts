import { sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { onlyRow } from '../../database/query.ts'

/** The state of a member's games in the books at one moment, to see later what has changed. */
export interface BooksOfGames {
  /** The newest entry of each account by what follows the member in its name: `moving`, `game:PG`. */
  newest: Record<string, number>
  /** The games that unfinished transfers move money into or out of. */
  underWay: string[]
}

/** In one statement, so that a transfer that begins or ends meanwhile is seen wholly or not at all. */
export async function booksOfGames(db: Database, memberId: string): Promise<BooksOfGames> {
  const { rows } = await db.execute<BooksOfGames & Record<string, unknown>>(sql`select
    (select coalesce(json_object_agg(substr(name, length(member_id) + 9),
        (select max(id) from ledger_entries where account_id = account.id)), '{}')
      from ledger_accounts account where member_id = ${memberId}) as "newest",
    (select coalesce(json_agg(move ->> 'gameCode'), '[]')
      from provider_transfers cross join jsonb_array_elements(moves) move where member_id = ${memberId}) as "underWay"`)
  return onlyRow(rows)
}

/**
 * Whether a balance that the game's provider told between the two moments belongs to the ledger's balances at the second one. A
 * transfer that has begun or ended meanwhile may be in the provider's balance and again in the wallet.
 */
export function isOfOneMoment(gameCode: string, before: BooksOfGames, after: BooksOfGames): boolean {
  const isUnchanged = (account: string) => before.newest[account] === after.newest[account]
  return (
    isUnchanged('moving') &&
    isUnchanged(`game:${gameCode}`) &&
    ![...before.underWay, ...after.underWay].includes(gameCode)
  )
}
