import { eq, sql } from 'drizzle-orm'
import { endsBelow as endsBelowOf } from '#lib/money/reward-terms.ts'
import type { Database } from '../database/database.ts'
import type { Localized } from '../database/localized.ts'
import { rowsOf } from '../database/query.ts'
import { promotionUses, userBonuses } from '../database/schema/bonuses.ts'
import { statements } from '../database/schema/statements.ts'

export interface ActiveReward {
  kind: 'bonus' | 'promotion'
  id: string
  code: string
  /** Null for a promotion, which is known by its code. */
  name: Localized | null
  /** Satang, like the three below. */
  amount: number
  turnoverRequired: number
  turnoverDone: number
  /** The member's total money when it began, including the reward. */
  totalAtStart: number
  /** It may be ended once at most this percentage of that total is left. */
  percentFail: number
}

/** The member's active bonus or promotion: at most one at a time. */
export async function activeRewardOf(db: Database, memberId: string): Promise<ActiveReward | null> {
  const [row] = await rowsOf<ActiveReward & Record<string, unknown>>(
    db,
    sql`select 'bonus' as kind, u.id, u.bonus_code as code, b.name,
               coalesce((select r.amount from bonus_receipts r where r.user_bonus_id = u.id
                         order by r.id desc limit 1), 0) as amount,
               u.turnover_required as "turnoverRequired", m.turnover - u.turnover_at_start as "turnoverDone",
               u.total_at_start as "totalAtStart", u.percent_fail::float8 as "percentFail"
        from user_bonuses u join bonuses b on b.code = u.bonus_code join members m on m.id = u.member_id
        where u.member_id = ${memberId} and u.is_active
        union all
        select 'promotion', p.id, p.promotion_code, null, p.amount, p.turnover_required,
               m.turnover - p.turnover_at_start, p.total_at_start, p.percent_fail::float8
        from promotion_uses p join members m on m.id = p.member_id
        where p.member_id = ${memberId} and p.is_active
        limit 1`,
  )
  return row ?? null
}

/** The turnover left before the money can be withdrawn, in satang. */
export const toPlayOf = ({
  turnoverRequired,
  turnoverDone,
}: Pick<ActiveReward, 'turnoverRequired' | 'turnoverDone'>): number =>
  Math.max(0, turnoverRequired - turnoverDone)

/** True while turnover is left before the money can be withdrawn. */
const isBinding = (reward: ActiveReward | null): boolean => reward !== null && toPlayOf(reward) > 0

/** The member's total money in satang, as `member_total` of the database counts it. */
export async function totalOf(db: Database, memberId: string): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(db, sql`select member_total(${memberId})::bigint as total`)
  return row?.total ?? 0
}

/** The total in satang with which a reward may be ended before its turnover is reached. */
export const endsBelow = ({ percentFail, totalAtStart }: ActiveReward): number =>
  endsBelowOf(percentFail, totalAtStart)

/** It may be ended: its turnover is reached, or too little money is left to reach it. */
export function mayEnd(reward: ActiveReward, total: number): boolean {
  return !isBinding(reward) || total <= endsBelow(reward)
}

/** Ends a bonus or promotion. Its money stays where it is. */
export async function endReward(db: Database, memberId: string, reward: ActiveReward): Promise<void> {
  await deactivate(db, reward)
  await db.insert(statements).values({
    memberId,
    type: 'finish_bonus',
    amount: reward.amount,
    status: isBinding(reward) ? 'FAILED' : 'SUCCESS',
    source: reward.kind,
    reference: reward.id,
  })
}

/**
 * Ends the active bonus or promotion if the member could have ended it before its turnover was met. `arrived` (satang) has just been
 * credited, or has come back from a withdrawal, and does not count: with it there would be too much money to end it, and it would
 * hold that money too.
 */
export async function endCancellableReward(db: Database, memberId: string, arrived = 0): Promise<void> {
  const reward = await activeRewardOf(db, memberId)
  if (!reward || !isBinding(reward)) return
  if (mayEnd(reward, (await totalOf(db, memberId)) - arrived)) await endReward(db, memberId, reward)
}

/** Marks it as ended, and writes no row in the statement. */
export async function deactivate(db: Database, { kind, id }: ActiveReward): Promise<void> {
  const table = kind === 'bonus' ? userBonuses : promotionUses
  await db
    .update(table)
    .set({ isActive: false, updatedAt: sql`now()` })
    .where(eq(table.id, id))
}
