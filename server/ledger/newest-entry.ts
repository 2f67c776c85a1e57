import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'

/** The id of the newest entry in any of a member's accounts, or 0; it grows with every posting. */
export async function newestEntry(db: Database, memberId: string): Promise<number> {
  const { rows } = await db.execute<{ newest: number | string }>(sql`
    select coalesce(max(entry.id), 0) as newest
    from ledger_accounts account
    cross join lateral (select max(id) as id from ledger_entries where account_id = account.id) entry
    where account.member_id = ${memberId}`)
  return Number(rows[0]?.newest ?? 0)
}
