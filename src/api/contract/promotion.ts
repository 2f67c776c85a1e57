import * as v from 'valibot'
import { defineCall } from './call.ts'
import { html, message } from './fields.ts'

const promotion = v.object({
  code: v.nullish(v.string(), ''),
  percentFail: v.nullish(v.number(), 0),
  description: html,
})
export type Promotion = v.InferOutput<typeof promotion>

export const currentPromotion = defineCall({
  id: 'currentPromotion',
  method: 'GET',
  path: '/api/promotion/current',
  access: 'member',
  changes: false,
  reply: v.nullable(promotion),
  errors: [],
})

/** The code goes upper-cased. */
export const findPromotion = defineCall({
  id: 'findPromotion',
  method: 'GET',
  path: '/api/promotion/find/:code',
  access: 'member',
  changes: false,
  reply: v.nullable(promotion),
  errors: ['NO_PROMOTION'],
})

export const activatePromotion = defineCall({
  id: 'activatePromotion',
  method: 'GET',
  path: '/api/promotion/activate/:code',
  access: 'member',
  changes: true,
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
