import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { readSetting } from '../database/settings.ts'

/** Whoever invited this member earns by the member's first deposit, and by no later one. */
export async function earnByFirstDeposit(db: Database, memberId: string): Promise<void> {
  const { enabled, firstDeposit } = await readSetting(db, 'invite')
  if (!enabled || firstDeposit <= 0) return
  await db.execute(
    sql`insert into invite_earnings (member_id, from_member_id, amount, reference)
        select invited_by, id, ${firstDeposit}::bigint, 'first-deposit:' || id
        from members where id = ${memberId} and invited_by is not null
        on conflict (reference) do nothing`,
  )
}
