import * as v from 'valibot'
import { rewardTerms, termsVersion } from './bonus.ts'
import { memberCall, operation } from './call.ts'
import { html, message, percent } from './fields.ts'

const promotion = v.object({
  code: v.nullish(v.string(), ''),
  percentFail: percent,
  rewardTerms,
  termsVersion,
  description: html,
})
export type Promotion = v.InferOutput<typeof promotion>

export const currentPromotion = memberCall('currentPromotion', 'GET /api/promotion/current', {
  reply: v.nullable(promotion),
})

/** The code is sent in upper case. */
export const findPromotion = memberCall('findPromotion', 'GET /api/promotion/find/:code', {
  reply: v.nullable(promotion),
  errors: ['NO_PROMOTION'],
})

/** `terms` as for `activateBonus`. */
export const activatePromotion = operation('activatePromotion', 'GET /api/promotion/activate/:code/:terms?', {
  reply: message,
  errors: [
    'NO_PROMOTION',
    'PROMOTION_RECEIVED',
    'BONUS_ALREADY_ACTIVE',
    'BONUS_REMAINING',
    'BONUS_CONDITION',
    'BONUS_FULL',
  ],
})
