import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { html, listOf, message, percent, text, time } from './fields.ts'
import { money } from './money.ts'

const userBonus = v.object({
  _id: v.string(),
  isActive: v.boolean(),
  received: v.nullish(listOf(v.object({ updatedAt: time })), []),
})

const bonus = v.object({
  code: v.string(),
  /** What members call it; a backend may have only the code. */
  name: text,
  /** Receipts count all together, today, or this week (Asia/Bangkok). */
  type: v.picklist(['limit', 'day', 'week']),
  maxReceived: v.number(),
  percentFail: percent,
  banners: v.nullish(listOf(v.object({ image: text, html })), []),
  userBonus: v.nullish(userBonus),
})
export type Bonus = v.InferOutput<typeof bonus>

export const listBonuses = memberCall('listBonuses', 'GET /api/bonus', {
  reply: listOf(bonus),
})

export const activateBonus = operation('activateBonus', 'GET /api/bonus/activate/:code', {
  reply: message,
  errors: [
    'BONUS_ALREADY_ACTIVE',
    'BONUS_MAX_CLAIMED',
    'BONUS_CONDITION',
    'BONUS_FULL',
    'BONUS_REMAINING',
    'NO_DATA',
  ],
})

export const checkActiveBonus = memberCall('checkActiveBonus', 'GET /api/bonus/check/active', {
  reply: v.object({
    status: v.boolean(),
    type: text,
    /** What must still be played before money can be withdrawn. An addition: a backend may not tell. */
    toPlay: v.nullish(money),
  }),
})

export const checkMinimumBonus = memberCall('checkMinimumBonus', 'GET /api/bonus/check/minimum', {
  reply: v.object({ status: v.boolean() }),
})

export const clearBonus = operation('clearBonus', 'GET /api/bonus/clear', {
  reply: message,
  errors: ['BONUS_CONDITION', 'NO_DATA'],
})
