import { and, type Column, lte, type SQL, sql, type Table } from 'drizzle-orm'
import { later } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { rowsOf } from '../database/query.ts'
import { scheduledJobs } from '../database/schema/scheduled-jobs.ts'

/** Leases the waiting rows and returns their keys. Until a lease ends, no other process takes its row. */
export type Lease = (app: Pick<AppContext, 'db' | 'clock'>) => Promise<string[]>

interface LeasedRows {
  readonly table: Table & { readonly leasedUntil: Column }
  readonly key: Column
  /** The condition of the rows that wait for work. */
  readonly waiting?: (now: Date) => SQL | undefined
  /** How many are taken at a time, at most. */
  readonly limit: number
  /** For how long, in ms. A row that still waits then is taken again, by whichever process is first. */
  readonly lease: number
}

/**
 * Rows whose lease is over, those that have waited longest first. Several processes that ask at once share the rows, and
 * none waits for another. The lease is committed before anybody works: no transaction is open meanwhile.
 */
export function leaseRows({ table, key, waiting, limit, lease }: LeasedRows): Lease {
  return async ({ db, clock }) => {
    const now = clock.now()
    const free = and(lte(table.leasedUntil, now), waiting?.(now))
    // The rows are locked in a part of their own, because PostgreSQL may run a subquery with a limit more than once.
    const rows = await rowsOf<{ key: string }>(
      db,
      sql`with free as materialized (
          select ${key} as key from ${table} where ${free}
          order by ${table.leasedUntil} limit ${limit} for update skip locked
        )
        update ${table} set leased_until = ${later(now, lease).toISOString()}::timestamptz
        from free where ${key} = free.key returning free.key as key`,
    )
    return rows.map((row) => row.key)
  }
}

/** Leases the job itself, for work that one process does at intervals for all: the lease is the interval, in ms. */
export function leaseJob(name: string, every: number): Lease {
  return async ({ db, clock }) => {
    const now = clock.now()
    const leasedUntil = later(now, every)
    const taken = await db
      .insert(scheduledJobs)
      .values({ name, leasedUntil })
      .onConflictDoUpdate({
        target: scheduledJobs.name,
        set: { leasedUntil },
        setWhere: lte(scheduledJobs.leasedUntil, now),
      })
      .returning({ name: scheduledJobs.name })
    return taken.map((row) => row.name)
  }
}
