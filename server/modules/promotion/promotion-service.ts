import { and, count, eq, gt, isNull, or } from 'drizzle-orm'
import { rewardOf, turnoverOf } from '#lib/reward-terms.ts'
import type { Database } from '../../database/database.ts'
import { promotions, promotionUses } from '../../database/schema/bonuses.ts'
import { ApiError } from '../../http/api-error.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { activeRewardOf } from '../bonus/active-reward.ts'
import { payReward, totalOf } from '../bonus/bonus-service.ts'
import { lockMember } from '../../ledger/lock-member.ts'

export type PromotionRow = typeof promotions.$inferSelect

const isOffered = (code: string, now: Date) =>
  and(
    eq(promotions.code, code.toUpperCase()),
    eq(promotions.enabled, true),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
  )

export async function findPromotion(db: Database, code: string, now: Date): Promise<PromotionRow> {
  const [promotion] = await db.select().from(promotions).where(isOffered(code, now))
  if (!promotion) throw new ApiError('NO_PROMOTION')
  return promotion
}

/** The member's active promotion. */
export async function currentPromotion(db: Database, memberId: string): Promise<PromotionRow | null> {
  const [row] = await db
    .select({ promotion: promotions })
    .from(promotionUses)
    .innerJoin(promotions, eq(promotions.code, promotionUses.promotionCode))
    .where(and(eq(promotionUses.memberId, memberId), eq(promotionUses.isActive, true)))
  return row?.promotion ?? null
}

export async function activatePromotion(
  db: Database,
  memberId: string,
  typed: string,
  now: Date,
): Promise<void> {
  const { turnover } = await lockMember(db, memberId)
  // Locked if its uses are limited, so that the last one is given once.
  const [promotion] = await db.select().from(promotions).where(isOffered(typed, now)).for('update')
  if (!promotion) throw new ApiError('NO_PROMOTION')
  const { code, maxUses } = promotion
  const [used] = await db
    .select({ id: promotionUses.id })
    .from(promotionUses)
    .where(and(eq(promotionUses.memberId, memberId), eq(promotionUses.promotionCode, code)))
  if (used) throw new ApiError('PROMOTION_RECEIVED')
  const running = await activeRewardOf(db, memberId)
  if (running) throw new ApiError(running.kind === 'promotion' ? 'BONUS_ALREADY_ACTIVE' : 'BONUS_REMAINING')
  const [uses] = await db
    .select({ times: count() })
    .from(promotionUses)
    .where(eq(promotionUses.promotionCode, code))
  if (maxUses !== null && (uses?.times ?? 0) >= maxUses) throw new ApiError('BONUS_FULL')
  const amount = rewardOf(promotion, (await balancesOf(db, memberId)).wallet)
  if (amount <= 0) throw new ApiError('BONUS_CONDITION')

  const [use] = await db
    .insert(promotionUses)
    .values({
      memberId,
      promotionCode: code,
      isActive: true,
      amount,
      turnoverRequired: turnoverOf(promotion, amount),
      turnoverAtStart: turnover,
      totalAtStart: (await totalOf(db, memberId)) + amount,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: promotionUses.id })
  await payReward(db, memberId, amount, `promotion:${use?.id}`, 'promotion')
}
