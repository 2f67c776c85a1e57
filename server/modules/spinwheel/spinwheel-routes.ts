import {
  claimCoupon as claimCouponCall,
  getSpinActive,
  getSpinSetup,
  listCoupons,
  spin,
} from '#api/contract/spinwheel.ts'
import type { Database } from '../../database/database.ts'
import { inLocale } from '../../database/localized.ts'
import { readSetting } from '../../database/settings.ts'
import { promisedTo } from '../../deposits/turnover.ts'
import { route, type Route } from '../../http/route.ts'
import { activeWheel, claimableCoupons, claimCoupon, spinOnce } from './spin-service.ts'

/** How deposits earn coins, and the coins that still need turnover. */
async function coinTerms(db: Database, memberId: string) {
  const perCoin = await readSetting(db, 'depositPerCoin')
  const { coinTurnoverTimes } = await readSetting(db, 'depositTerms')
  const { reward, toPlay } = await promisedTo(db, memberId, 'coins')
  if (perCoin === 0 && reward === 0) return {}
  const coinTerms = {
    deposit: perCoin,
    turnoverTimes: coinTurnoverTimes,
    promised: reward,
    toPlay,
  }
  return { coinTerms }
}

export const spinwheelRoutes: readonly Route[] = [
  route(getSpinActive, async ({ db }) => ({ active: (await activeWheel(db)) !== null })),

  route(getSpinSetup, async ({ db, member, locale }) => {
    const wheel = await activeWheel(db)
    return {
      result: {
        activeSpinwheel: wheel && {
          name: inLocale(wheel.name, locale),
          slice: wheel.slices.map(({ code, label, bgColor, textColor, htmlDescription }) => ({
            code,
            label: inLocale(label, locale),
            bgColor,
            textColor,
            htmlDescription: inLocale(htmlDescription, locale),
          })),
        },
        userCoin: member.coin,
        ...(await coinTerms(db, member.id)),
      },
    }
  }),

  route(spin, async ({ app, db, member, locale, operationId, afterCommit }) => {
    const forcedSpins = app.providers.sandbox?.forcedSpins
    const forcedSlice = forcedSpins?.of(member.id)
    const spun = await spinOnce(db, { memberId: member.id, operationId, now: app.clock.now(), forcedSlice })
    if (!spun.ok) return { success: false, error: spun.error, result: null }
    afterCommit(() => forcedSpins?.done(member.id))
    const { slice, remainingCoin } = spun
    const label = inLocale(slice.label, locale)
    return { success: true, error: null, result: { code: slice.code, label, remainingCoin } }
  }),

  route(listCoupons, async ({ app, db, member, locale }) => ({
    coupons: (await claimableCoupons(db, member.id, app.clock.now())).map(
      ({ sliceCode, label, name, amount, expiresAt }) => ({
        prize: { slice: { code: sliceCode, label: inLocale(label, locale) }, name: inLocale(name, locale) },
        amount,
        expiresAt: expiresAt?.toISOString() ?? null,
      }),
    ),
  })),

  route(claimCouponCall, async ({ app, db, member, body, afterCommit }) => {
    const claimed = await claimCoupon(db, member.id, body.coupon, app.clock.now())
    if (typeof claimed === 'string') return { success: false, error: claimed }
    afterCommit(() => app.realtime.walletChanged(member.id, 'luckydraw'))
    return { success: true, error: null }
  }),
]
