import { eq, lt, sql } from 'drizzle-orm'
import { later } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { rateLimits } from '../database/schema/access.ts'

interface AttemptLimit {
  key: string
  max: number
  /** In ms. */
  within: number
}

/** Counts an attempt before it is checked, so that simultaneous ones cannot exceed the limit. False if the limit is exceeded. */
export async function countAttempt(db: Database, limit: AttemptLimit, now: Date): Promise<boolean> {
  return (await countAttempts(db, limit, now)) <= limit.max
}

/** Counts an attempt; returns the number within the time, including this one. */
export async function countAttempts(
  db: Database,
  limit: Pick<AttemptLimit, 'key' | 'within'>,
  now: Date,
): Promise<number> {
  const resetAt = later(now, limit.within)
  const over = sql`${rateLimits.resetAt} <= ${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(rateLimits)
    .values({ key: limit.key, count: 1, resetAt })
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

/** How many attempts are currently counted under this key. */
export async function attemptsOf(db: Database, key: string, now: Date): Promise<number> {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.key, key))
  return row !== undefined && row.resetAt > now ? row.count : 0
}

/** Until when attempts are counted under this key; undefined if none are. */
export async function countedUntil(db: Database, key: string, now: Date): Promise<Date | undefined> {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.key, key))
  return row !== undefined && row.resetAt > now && row.count > 0 ? row.resetAt : undefined
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
