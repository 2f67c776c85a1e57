import type { AppContext } from '../context.ts'
import { databaseTime } from '../database/database-time.ts'

/**
 * The time that decides what is old enough to be deleted: this process's, or the database's where that is earlier, so that a process whose
 * clock is ahead deletes nothing too soon. The embedded database has the process's own clock.
 */
export async function deletionTime({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Date> {
  const there = await databaseTime(db)
  const here = clock.now()
  return there < here ? there : here
}
