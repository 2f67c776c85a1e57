import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { onlyRow, rowsOf } from './query.ts'

/** The database's own time, of the moment, whatever a transaction's is. */
export async function databaseTime(db: Database): Promise<Date> {
  const rows = await rowsOf<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(onlyRow(rows).ms)
}
