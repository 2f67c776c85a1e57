import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { addition, count, html, listOf, shortText, text, time } from './fields.ts'
import { money } from './money.ts'

const slice = v.object({
  code: v.string(),
  label: text,
  bgColor: text,
  textColor: text,
  htmlDescription: html,
})
export type Slice = v.InferOutput<typeof slice>

const coupon = v.object({
  /** The coupon's id, by which `claimCoupon` names it. A value of another type, as another backend may send, is left out. */
  couponId: addition(v.fallback(v.optional(v.string()), undefined)),
  prize: v.object({ slice: v.object({ code: v.string(), label: text }), name: text }),
  amount: v.nullish(money, 0),
  expiresAt: addition(v.nullish(time)),
})
export type Coupon = v.InferOutput<typeof coupon>

export const getSpinSetup = memberCall('getSpinSetup', 'GET /api/spinwheel/setup', {
  reply: v.object({
    result: v.object({
      activeSpinwheel: v.nullish(v.object({ name: text, slice: listOf(slice) })),
      userCoin: v.nullish(v.number(), 0),
      /** How coins are earned. */
      coinTerms: addition(
        v.nullish(
          v.object({
            /** Every deposit of this amount earns a coin; 0: deposits earn none. */
            deposit: money,
            /** How many times a deposit must be wagered in games before its coins arrive. */
            turnoverTimes: count,
            /** Coins of earlier deposits that are still to come, and the turnover left for all of them. */
            promised: count,
            toPlay: money,
          }),
        ),
      ),
    }),
  }),
})

/** Fails inside a reply of status 200: `success` is false and `error` holds the code. */
export const spin = operation('spin', 'POST /api/spinwheel/spin', {
  reply: v.object({
    success: v.boolean(),
    error: v.nullish(v.string()),
    result: v.nullish(
      v.object({
        code: v.string(),
        label: text,
        remainingCoin: v.nullish(v.number(), 0),
        /** False: nothing is won where the wheel stopped. */
        hasPrize: addition(v.nullish(v.boolean())),
      }),
    ),
  }),
  errors: ['MONEY_NOT_ENOUGH'],
})

export const listCoupons = memberCall('listCoupons', 'GET /api/spinwheel/coupon', {
  reply: v.object({ coupons: listOf(coupon) }),
})

export const claimCoupon = operation('claimCoupon', 'POST /api/spinwheel/coupon/claim', {
  body: v.object({
    /** The slice's code. */
    coupon: v.pipe(shortText, v.nonEmpty()),
    /** The coupon that was shown. Without it the oldest of the slice is paid. */
    couponId: v.optional(shortText),
  }),
  reply: v.object({ success: v.boolean(), error: v.nullish(v.string()) }),
  errors: [
    'NO_CLAIMABLE_COUPON',
    'INVALID_PRIZE_CODE',
    'INVALID_CODE',
    'INVALID_COUPON_TYPE',
    'COUPON_EXPIRED',
    'BONUS_REMAINING',
  ],
})

/** Whether the member has a reason to open the wheel's page: there is a wheel, or a coupon that was won when there was one. */
export const getSpinActive = memberCall('getSpinActive', 'GET /api/spinwheel/active', {
  reply: v.object({ active: v.boolean() }),
})
