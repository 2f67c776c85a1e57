import { and, type Column, eq, type SQL, sql, type Table } from 'drizzle-orm'
import { later } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { rowsOf } from '../database/query.ts'
import { scheduledJobs } from '../database/schema/scheduled-jobs.ts'
import { isTimeOver } from '../database/time-over.ts'

type Site = Pick<AppContext, 'db' | 'clock'>

/** Leases the waiting rows, of one lane where there are several, and returns their keys. Until a lease ends, no other process takes its row. */
export type Lease = (site: Site, lane?: string) => Promise<string[]>

interface LeasedRows {
  readonly table: Table & { readonly leasedUntil: Column }
  readonly key: Column
  /** The condition of the rows that wait for work. */
  readonly waiting?: (now: Date) => SQL | undefined
  /** How many are taken at a time, at most. */
  readonly limit: number
  /** For how long, in ms. A row that still waits then is taken again, by whichever process is first. */
  readonly lease: number
  /** The longest that a row is leased or has to wait, in ms; the lease where it is left out. */
  readonly longest?: number
  /** A row's lane, by what its work waits for. */
  readonly lane?: SQL
}

const isWaiting = ({ table, waiting, lease, longest = lease }: LeasedRows, now: Date) =>
  and(isTimeOver(table.leasedUntil, now, longest), waiting?.(now))

/**
 * Rows whose lease is over, those that have waited longest first. Several processes that ask at once share the rows, and
 * none waits for another. The lease is committed before anybody works: no transaction is open meanwhile.
 */
export function leaseRows(leased: LeasedRows): Lease {
  const { table, key, limit, lease, lane } = leased
  return async ({ db, clock }, ofLane) => {
    const now = clock.now()
    const free = and(
      isWaiting(leased, now),
      lane && ofLane !== undefined ? sql`${lane} = ${ofLane}` : undefined,
    )
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

/** The lanes in which rows wait that nobody works on. */
export const lanesOf =
  (leased: LeasedRows & { readonly lane: SQL }) =>
  async ({ db, clock }: Site): Promise<string[]> => {
    const { table, lane } = leased
    const rows = await rowsOf<{ lane: string }>(
      db,
      sql`select distinct ${lane} as lane from ${table} where ${isWaiting(leased, clock.now())}`,
    )
    return rows.map((row) => row.lane)
  }

/** Gives the lease of a job back, whose work was broken off: whoever asks next goes on with it. */
export async function endLease({ db, clock }: Site, name: string): Promise<void> {
  await db.update(scheduledJobs).set({ leasedUntil: clock.now() }).where(eq(scheduledJobs.name, name))
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
        setWhere: isTimeOver(scheduledJobs.leasedUntil, now, every),
      })
      .returning({ name: scheduledJobs.name })
    return taken.map((row) => row.name)
  }
}
