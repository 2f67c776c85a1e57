import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { addition, cursor, listOf, pageOf, text, time } from './fields.ts'
import { money } from './money.ts'
import { banners } from './invite.ts'

const received = v.object({ refundAmount: v.nullish(money), message: v.string() })
const refundErrors = ['NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE'] as const

export const listRefunds = memberCall('listRefunds', 'POST /api/refund', {
  extensionFields: { before: 'page-cursors' },
  body: pageOf,
  reply: v.object({
    total: v.number(),
    refunds: listOf(v.object({ refundAmount: money, createdAt: time })),
    cursor,
  }),
})

export const checkRefund = memberCall('checkRefund', 'GET /api/refund/check', {
  /** `result`: a refund can be received; `bonus`: a bonus is active; `info`: the reason as text. */
  reply: v.object({
    result: v.boolean(),
    bonus: v.nullish(v.boolean(), false),
    info: text,
    refundAmount: v.nullish(money, 0),
    refundSuccess: text,
    refundFail: text,
    /** The version of the terms, an opaque text that changes with the share of the losses. A pending refund has none: it keeps its amount. */
    terms: addition(v.fallback(v.optional(v.string()), undefined)),
  }),
})

/**
 * Turns losses into a pending refund; `addRefundToWallet` pays it. `terms`: the version by which the amount was shown; a claim
 * on another version is refused, and a claim without one takes the present terms.
 */
export const receiveRefund = operation('receiveRefund', 'GET /api/refund/receive/:terms?', {
  reply: received,
  errors: [...refundErrors, 'REFUND_MINIMUM'],
})

export const addRefundToWallet = operation('addRefundToWallet', 'GET /api/refund/addWallet', {
  reply: received,
  errors: refundErrors,
})

export const refundBanners = memberCall('refundBanners', 'GET /api/refund/banners', {
  reply: banners,
})
