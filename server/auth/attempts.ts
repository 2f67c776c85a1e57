import { and, eq, lt, not, sql } from 'drizzle-orm'
import { later } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { rateLimits } from '../database/schema/access.ts'
import { isTimeOver } from '../database/time-over.ts'

interface Counting {
  key: string
  /** In ms. */
  within: number
}

interface AttemptLimit extends Counting {
  max: number
}

/** Counts an attempt before it is checked, so that simultaneous ones cannot exceed the limit. False if the limit is exceeded. */
export async function countAttempt(db: Database, limit: AttemptLimit, now: Date): Promise<boolean> {
  return (await countAttempts(db, limit, now)) <= limit.max
}

/** Counts an attempt; returns the number within the time, including this one. */
export async function countAttempts(db: Database, { key, within }: Counting, now: Date): Promise<number> {
  const resetAt = later(now, within)
  const over = isTimeOver(rateLimits.resetAt, now, within)
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
        resetAt: sql`case when ${over} then excluded.reset_at else ${rateLimits.resetAt} end`,
      },
    })
    .returning({ count: rateLimits.count })
  return row?.count ?? Infinity
}

/** How many attempts are currently counted. */
export async function attemptsOf(db: Database, counting: Counting, now: Date): Promise<number> {
  return (await findCounted(db, counting, now))?.count ?? 0
}

/** Until when attempts are counted; undefined if none are. */
export async function countedUntil(db: Database, counting: Counting, now: Date): Promise<Date | undefined> {
  const row = await findCounted(db, counting, now)
  return row && row.count > 0 ? row.resetAt : undefined
}

async function findCounted(db: Database, { key, within }: Counting, now: Date) {
  const over = isTimeOver(rateLimits.resetAt, now, within)
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), over && not(over)))
  return row
}

/** Removes a counted attempt that was successful. */
export async function forgiveAttempt(db: Database, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, key))
}

export async function sweepAttempts(db: Database, now: Date): Promise<void> {
  await inBatches(rateLimits, lt(rateLimits.resetAt, now), (share) =>
    db.delete(rateLimits).where(share).returning({ key: rateLimits.key }),
  )
}
