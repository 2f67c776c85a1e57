import { and, eq } from 'drizzle-orm'
import { checkRefund, listRefunds, refundBanners } from '#api/contract/refund.ts'
import { refunds } from '../../database/schema/rewards.ts'
import { readPage } from '../../http/read-page.ts'
import { route, type Route } from '../../http/route.ts'
import { readSetting } from '../../database/settings.ts'
import { refundInfo } from './refund-info.ts'
import { payRoute, refundStanding, settleRoute } from './refund-service.ts'

export const routes: readonly Route[] = [
  route(listRefunds, async ({ db, member, body }) => {
    const mine = and(eq(refunds.memberId, member.id), eq(refunds.status, 'paid'))
    const page = await readPage({
      scope: ['refunds', member.id],
      body,
      // Each refund begins after the last result of the one before.
      order: { uptoResultId: refunds.uptoResultId },
      count: () => db.$count(refunds, mine),
      read: ({ rest, newestFirst, limit, offset }) =>
        db
          .select()
          .from(refunds)
          .where(and(mine, rest))
          .orderBy(...newestFirst)
          .limit(limit)
          .offset(offset),
    })
    return {
      total: page.total,
      cursor: page.cursor,
      refunds: page.rows.map(({ amount, paidAt, createdAt }) => ({
        refundAmount: amount,
        createdAt: (paidAt ?? createdAt).toISOString(),
      })),
    }
  }),

  route(checkRefund, async ({ db, member, locale }) => {
    const standing = await refundStanding(db, member.id)
    const { amount, hasReward, isEnough, rule } = standing
    return {
      result: rule.enabled && isEnough,
      bonus: hasReward,
      info: refundInfo(standing, locale),
      refundAmount: amount,
    }
  }),

  settleRoute,

  payRoute,

  route(refundBanners, async ({ db }) => {
    const { banners } = await readSetting(db, 'refund')
    return { banners }
  }),
]
