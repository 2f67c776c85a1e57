import { desc, eq } from 'drizzle-orm'
import { MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { readSetting } from '../../database/settings.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'

/** The newest paid withdrawals that are looked at: days of a small house, an hour of a large one. */
const RECENT = 50
/** With fewer paid withdrawals than these there is no figure. */
const ENOUGH = 5

/**
 * How long a withdrawal takes, in ms: the middle one of those paid last, or what the house says while there are too few. Undefined if
 * neither tells, and while payouts are stopped, because nobody knows for how long. Whole minutes, rounded up: no bank keeps a second.
 */
export async function expectedPayout(app: Pick<AppContext, 'config' | 'db'>): Promise<number | undefined> {
  if (await arePayoutsStopped(app)) return undefined
  const { db } = app
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
