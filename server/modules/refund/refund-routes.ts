import { and, eq } from 'drizzle-orm'
import {
  addRefundToWallet,
  checkRefund,
  listRefunds,
  receiveRefund,
  refundBanners,
} from '#api/contract/refund.ts'
import { refunds } from '../../database/schema/rewards.ts'
import { inPart, readPage } from '../../http/read-page.ts'
import { route, type Route, routeInOneStatement } from '../../http/route.ts'
import { readSetting } from '../../database/settings.ts'
import { refundInfo } from './refund-info.ts'
import { dueWithSession, payRefund, refundStanding, settleRefund } from './refund-service.ts'

export const routes: readonly Route[] = [
  route(listRefunds, async ({ db, member, body }) => {
    const mine = and(eq(refunds.memberId, member.id), eq(refunds.status, 'paid'))
    const page = await readPage({
      scope: ['refunds', member.id],
      body,
      // Each refund begins after the last result of the one before.
      order: { uptoResultId: refunds.uptoResultId },
      count: () => db.$count(refunds, mine),
      read: (part) => inPart(db.select().from(refunds).$dynamic(), mine, part),
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
    const { amount, hasReward, isEnough, rule, terms } = standing
    return {
      result: rule.enabled && isEnough,
      bonus: hasReward,
      info: refundInfo(standing, locale),
      refundAmount: amount,
      terms,
    }
  }),

  routeInOneStatement(receiveRefund, settleRefund, { withSession: dueWithSession }),

  routeInOneStatement(addRefundToWallet, payRefund, { withSession: dueWithSession }),

  route(refundBanners, async ({ db }) => {
    const { banners } = await readSetting(db, 'refund')
    return { banners }
  }),
]
