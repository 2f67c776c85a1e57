import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'

/** The share of a process's connections that operations may take. */
const SHARE = 0.4

type Lane = <T>(work: () => Promise<T>) => Promise<T>

const lanes = new WeakMap<Database, Lane>()

/**
 * Runs what changes money or state when fewer than their share of the connections are taken by others of its kind: each waits for
 * its commit to reach the disk, and many at once would leave none to those who only look. Never to be used inside a transaction.
 */
export function inLane<T>(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  work: () => Promise<T>,
): Promise<T> {
  const lane = lanes.get(db) ?? laneOf(Math.max(1, Math.floor(config.databaseConnections * SHARE)))
  lanes.set(db, lane)
  return lane(work)
}

/** Runs so many works at a time, in the order in which they come. */
function laneOf(places: number): Lane {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
