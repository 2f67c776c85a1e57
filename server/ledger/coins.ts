import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'

/**
 * Adds coins, or removes them if `amount` is negative, once per reference. Returns the coins left, or null if nothing was done
 * because the reference was used before or there are too few.
 */
export async function moveCoins(
  db: Database,
  memberId: string,
  amount: number,
  reference: string,
): Promise<number | null> {
  const [row] = await rowsOf<{ coin: number }>(
    db,
    sql`with enough as (
          select id from members where id = ${memberId} and coin + ${amount}::int >= 0 for no key update
        ), moved as (
          insert into coin_movements (member_id, amount, reference)
          select id, ${amount}::int, ${reference} from enough
          on conflict (reference) do nothing returning amount
        )
        update members set coin = coin + moved.amount from moved where id = ${memberId} returning coin`,
  )
  return row?.coin ?? null
}
