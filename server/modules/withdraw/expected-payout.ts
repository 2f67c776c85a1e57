import { desc, eq } from 'drizzle-orm'
import { MINUTE } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { readSetting } from '../../database/settings.ts'

/** The newest paid withdrawals that are looked at: days of a small house, an hour of a large one. */
const RECENT = 50
/** With fewer paid withdrawals than these there is no figure. */
const ENOUGH = 5

/**
 * How long a withdrawal takes, in ms: the middle one of those paid last, or what the house says while there are too few. Undefined if
 * neither tells. Whole minutes, rounded up: no bank keeps a second.
 */
export async function expectedPayout(db: Database): Promise<number | undefined> {
  const paid = await db
    .select({ createdAt: withdrawals.createdAt, decidedAt: withdrawals.decidedAt })
    .from(withdrawals)
    .where(eq(withdrawals.status, 'settled'))
    .orderBy(desc(withdrawals.createdAt))
    .limit(RECENT)
  const took = paid.flatMap(({ createdAt, decidedAt }) =>
    decidedAt ? [decidedAt.getTime() - createdAt.getTime()] : [],
  )
  const { minutes } = await readSetting(db, 'payouts')
  const ms = middleOf(took) ?? minutes * MINUTE
  return ms > 0 ? Math.ceil(ms / MINUTE) * MINUTE : undefined
}

/** The median; of an even number the longer one, because a promise is rather kept too early. */
export function middleOf(took: readonly number[]): number | undefined {
  return took.length < ENOUGH
    ? undefined
    : took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)]
}
