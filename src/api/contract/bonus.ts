import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { addition, count, html, listOf, message, percent, text, time } from './fields.ts'
import { money } from './money.ts'

/**
 * What an offer pays and what it asks for (`bonus-terms`), by the rules of `src/lib/money/reward-terms.ts`. Missing for the one in use, which
 * keeps the terms of its claim: `checkActiveBonus` tells its figures. What another backend sends under this name is left out.
 */
export const rewardTerms = addition(
  v.fallback(
    v.nullish(
      v.object({
        rewardAmount: money,
        rewardPercent: v.pipe(v.number(), v.minValue(0), v.maxValue(100_000)),
        rewardMax: v.nullable(money),
        turnoverTimes: count,
      }),
    ),
    null,
  ),
)

/** Changes whenever a term of the offer does; opaque. An activation that names an earlier version is refused. Missing for the bonus in use. */
export const termsVersion = addition(v.fallback(v.optional(v.string()), undefined))

const userBonus = v.object({
  _id: v.string(),
  isActive: v.boolean(),
  received: v.nullish(listOf(v.object({ updatedAt: time })), []),
})

const bonus = v.object({
  code: v.string(),
  /** The name for members; a backend may have only the code. */
  name: addition(text),
  /** Whether receipts are limited in total, per day or per week (Asia/Bangkok). */
  type: v.picklist(['limit', 'day', 'week']),
  maxReceived: v.number(),
  percentFail: percent,
  rewardTerms,
  termsVersion,
  banners: v.nullish(listOf(v.object({ image: text, html })), []),
  userBonus: v.nullish(userBonus),
  /** The turnover left before money can be withdrawn, of the active bonus. */
  toPlay: addition(v.nullish(money)),
})
export type Bonus = v.InferOutput<typeof bonus>

export const listBonuses = memberCall('listBonuses', 'GET /api/bonus', {
  reply: listOf(bonus),
})

/** `terms`: the `termsVersion` of the offer that was shown. Without it, the offer's present terms apply. */
export const activateBonus = operation('activateBonus', 'GET /api/bonus/activate/:code/:terms?', {
  reply: message,
  errors: ['BONUS_ALREADY_ACTIVE', 'BONUS_MAX_CLAIMED', 'BONUS_CONDITION', 'BONUS_REMAINING'],
})

export const checkActiveBonus = memberCall('checkActiveBonus', 'GET /api/bonus/check/active', {
  reply: v.object({
    status: v.boolean(),
    type: text,
    /** The turnover left before money can be withdrawn. */
    toPlay: addition(v.nullish(money)),
    /** All of that turnover, played or not. */
    required: addition(v.nullish(money)),
    /** Whether it may be cancelled now. */
    mayEnd: addition(v.nullish(v.boolean())),
    /** Before its turnover is reached it may be cancelled once at most this much of all the member's money is left. */
    endsBelow: addition(v.nullish(money)),
  }),
})

export const checkMinimumBonus = memberCall('checkMinimumBonus', 'GET /api/bonus/check/minimum', {
  reply: v.object({ status: v.boolean() }),
})

export const clearBonus = operation('clearBonus', 'GET /api/bonus/clear', {
  reply: message,
  errors: ['BONUS_CONDITION'],
})
