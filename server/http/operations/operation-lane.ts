import { Semaphore } from 'async-mutex'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'

/** The share of a process's connections that operations may take. */
const SHARE = 0.4

const lanes = new WeakMap<Database, Semaphore>()

/**
 * Runs an operation once operations take fewer than their share of the connections: each waits for its commit to reach the disk, and
 * many at once would leave no connection to reads. Never to be used inside a transaction.
 */
export function inLane<T>(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  work: () => Promise<T>,
): Promise<T> {
  const lane = lanes.get(db) ?? new Semaphore(Math.max(1, Math.floor(config.databaseConnections * SHARE)))
  lanes.set(db, lane)
  return lane.runExclusive(work)
}
