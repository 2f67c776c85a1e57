import { and, eq, getTableColumns, gt, isNull, or } from 'drizzle-orm'
import type { activatePromotion as activatePromotionCall } from '#api/contract/promotion.ts'
import type { Database } from '../../database/database.ts'
import { promotions, promotionUses } from '../../database/schema/bonuses.ts'
import { ApiError } from '../../http/api-error.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'

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

/** The member's active promotion, with the percentage that the member is held to. */
export async function currentPromotion(db: Database, memberId: string): Promise<PromotionRow | null> {
  const [row] = await db
    .select({ ...getTableColumns(promotions), percentFail: promotionUses.percentFail })
    .from(promotionUses)
    .innerJoin(promotions, eq(promotions.code, promotionUses.promotionCode))
    .where(and(eq(promotionUses.memberId, memberId), eq(promotionUses.isActive, true)))
  return row ?? null
}

const promotionActivate = operationBy('promotion_activate')

/** Pays an offered promotion, which is the member's active one from then on. */
export function activatePromotion(
  context: BeginContext<typeof activatePromotionCall>,
  bodyOf: EncodeReply<typeof activatePromotionCall>,
): Promise<Begun> {
  const { app, member, params } = context
  return promotionActivate(context, () => ({
    given: { code: params.code.toUpperCase(), terms: params.terms },
    body: bodyOf({ message: 'SUCCESS' }),
    afterCommit: [() => app.realtime.walletChanged(member.id, 'bonus')],
  }))
}
