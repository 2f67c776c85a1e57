import { sql } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import { onlyRow, rowsOf } from '../database/query.ts'

/**
 * The time that decides what is old enough to be deleted: this process's, or the database's where that is earlier, so that a process whose
 * clock is ahead deletes nothing too soon. The embedded database has the process's own clock.
 */
export async function deletionTime({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Date> {
  const { now } = onlyRow(
    await rowsOf<{ now: number }>(db, sql`select (extract(epoch from now()) * 1000)::float8 as now`),
  )
  return new Date(Math.min(clock.now().getTime(), now))
}
