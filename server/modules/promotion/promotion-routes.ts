import {
  activatePromotion as activatePromotionCall,
  currentPromotion as currentPromotionCall,
  findPromotion as findPromotionCall,
} from '#api/contract/promotion.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { inLocale } from '../../database/localized.ts'
import { route, type Route, routeInOneStatement } from '../../http/route.ts'
import { termsOf } from '../bonus/bonus-list.ts'
import { activatePromotion, currentPromotion, findPromotion, type PromotionRow } from './promotion-service.ts'

const shown = (promotion: PromotionRow, locale: Locale) => ({
  code: promotion.code,
  percentFail: promotion.percentFail,
  description: inLocale(promotion.description, locale),
})

/** Whoever tries one code after the other shall not find those that were given to a few. */
const limits = { perMinute: 20 }

export const routes: readonly Route[] = [
  route(currentPromotionCall, async ({ db, member, locale }) => {
    const promotion = await currentPromotion(db, member.id)
    return promotion && shown(promotion, locale)
  }),

  route(
    findPromotionCall,
    async ({ app, db, params, locale }) => {
      const promotion = await findPromotion(db, params.code, app.clock.now())
      return { ...shown(promotion, locale), ...termsOf(promotion) }
    },
    limits,
  ),

  routeInOneStatement(activatePromotionCall, activatePromotion, limits),
]
