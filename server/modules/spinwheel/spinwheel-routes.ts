import { getSpinActive, getSpinSetup, listCoupons } from '#api/contract/spinwheel.ts'
import type { Database } from '../../database/database.ts'
import { inLocale } from '../../database/localized.ts'
import { readSetting } from '../../database/settings.ts'
import { pendingGoals } from '../../deposits/turnover.ts'
import { route, type Route } from '../../http/route.ts'
import { activeWheel, claimableCoupons, claimCouponRoute, spinRoute } from './spin-service.ts'

/** How deposits earn coins, and the coins that still need turnover. */
async function coinTerms(db: Database, memberId: string) {
  const perCoin = await readSetting(db, 'depositPerCoin')
  const { coinTurnoverTimes } = await readSetting(db, 'depositTerms')
  const { reward, toPlay } = await pendingGoals(db, memberId, 'coins')
  if (perCoin === 0 && reward === 0) return {}
  const coinTerms = {
    deposit: perCoin,
    turnoverTimes: coinTurnoverTimes,
    promised: reward,
    toPlay,
  }
  return { coinTerms }
}

export const routes: readonly Route[] = [
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

  spinRoute,

  route(listCoupons, async ({ app, db, member, locale }) => ({
    coupons: (await claimableCoupons(db, member.id, app.clock.now())).map(
      ({ sliceCode, label, name, amount, expiresAt }) => ({
        prize: { slice: { code: sliceCode, label: inLocale(label, locale) }, name: inLocale(name, locale) },
        amount,
        expiresAt: expiresAt?.toISOString() ?? null,
      }),
    ),
  })),

  claimCouponRoute,
]
