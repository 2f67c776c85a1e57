import {
  claimCoupon as claimCouponCall,
  getSpinActive,
  getSpinSetup,
  listCoupons,
  spin as spinCall,
} from '#api/contract/spinwheel.ts'
import { inLocale } from '../../database/localized.ts'
import { route, type Route, routeInOneStatement } from '../../http/route.ts'
import {
  activeWheel,
  claimableCoupons,
  claimCoupon,
  coinTerms,
  hasWheelOrCoupon,
  spin,
  wheelWithSession,
} from './spin-service.ts'

export const routes: readonly Route[] = [
  route(getSpinActive, async ({ app, db, member }) => ({
    active: await hasWheelOrCoupon(db, member.id, app.clock.now()),
  })),

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

  routeInOneStatement(spinCall, spin, { withSession: wheelWithSession }),

  route(listCoupons, async ({ app, db, member, locale }) => ({
    coupons: (await claimableCoupons(db, member.id, app.clock.now())).map(
      ({ id, sliceCode, label, name, amount, expiresAt }) => ({
        couponId: id,
        prize: { slice: { code: sliceCode, label: inLocale(label, locale) }, name: inLocale(name, locale) },
        amount,
        expiresAt: expiresAt?.toISOString() ?? null,
      }),
    ),
  })),

  routeInOneStatement(claimCouponCall, claimCoupon),
]
