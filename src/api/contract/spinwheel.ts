import * as v from 'valibot'
import { defineCall } from './call.ts'
import { baht, html, listOf, shortText, text } from './fields.ts'

const slice = v.object({
  code: v.string(),
  label: text,
  bgColor: text,
  textColor: text,
  htmlDescription: html,
})
export type Slice = v.InferOutput<typeof slice>

const coupon = v.object({
  prize: v.object({ slice: v.object({ code: v.string(), label: text }), name: text }),
  amount: v.nullish(baht, 0),
})
export type Coupon = v.InferOutput<typeof coupon>

const reads = { method: 'GET', access: 'member', changes: false, errors: [] } as const

export const getSpinSetup = defineCall({
  ...reads,
  id: 'getSpinSetup',
  path: '/api/spinwheel/setup',
  reply: v.object({
    result: v.object({
      activeSpinwheel: v.nullish(v.object({ name: text, slice: listOf(slice) })),
      userCoin: v.nullish(v.number(), 0),
    }),
  }),
})

/** Fails inside a reply of status 200: `success` false and the code in `error`. */
export const spin = defineCall({
  id: 'spin',
  method: 'POST',
  path: '/api/spinwheel/spin',
  access: 'member',
  changes: true,
  reply: v.object({
    success: v.boolean(),
    error: v.nullish(v.string()),
    result: v.nullish(v.object({ code: v.string(), label: text, remainingCoin: v.nullish(v.number(), 0) })),
  }),
  errors: [],
})

export const listCoupons = defineCall({
  ...reads,
  id: 'listCoupons',
  path: '/api/spinwheel/coupon',
  reply: v.object({ coupons: listOf(coupon) }),
})

export const claimCoupon = defineCall({
  id: 'claimCoupon',
  method: 'POST',
  path: '/api/spinwheel/coupon/claim',
  access: 'member',
  changes: true,
  /** The slice's code. */
  body: v.object({ coupon: v.pipe(shortText, v.nonEmpty()) }),
  reply: v.object({ success: v.boolean(), error: v.nullish(v.string()) }),
  errors: [],
})

export const getSpinActive = defineCall({
  ...reads,
  id: 'getSpinActive',
  path: '/api/spinwheel/active',
  reply: v.object({ active: v.boolean() }),
})
