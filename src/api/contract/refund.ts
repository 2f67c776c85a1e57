import * as v from 'valibot'
import { defineCall } from './call.ts'
import { baht, listOf, pageOf, text, time } from './fields.ts'
import { banners } from './invite.ts'

const received = v.object({ refundAmount: v.nullish(baht), message: v.string() })
const refundErrors = ['NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE', 'REFUND_MINIMUM'] as const

export const listRefunds = defineCall({
  id: 'listRefunds',
  method: 'POST',
  path: '/api/refund',
  access: 'member',
  changes: false,
  body: pageOf,
  reply: v.object({ total: v.number(), refunds: listOf(v.object({ refundAmount: baht, createdAt: time })) }),
  errors: [],
})

export const checkRefund = defineCall({
  id: 'checkRefund',
  method: 'GET',
  path: '/api/refund/check',
  access: 'member',
  changes: false,
  /** `result`: there is one to receive; `bonus`: a bonus is active; `info`: why, in words. */
  reply: v.object({
    result: v.boolean(),
    bonus: v.nullish(v.boolean(), false),
    info: text,
    refundAmount: v.nullish(baht, 0),
    refundSuccess: text,
    refundFail: text,
  }),
  errors: [],
})

/** Settles the losses into a refund that waits; `addRefundToWallet` pays it. */
export const receiveRefund = defineCall({
  id: 'receiveRefund',
  method: 'GET',
  path: '/api/refund/receive',
  access: 'member',
  changes: true,
  reply: received,
  errors: refundErrors,
})

export const addRefundToWallet = defineCall({
  id: 'addRefundToWallet',
  method: 'GET',
  path: '/api/refund/addWallet',
  access: 'member',
  changes: true,
  reply: received,
  errors: refundErrors,
})

export const refundBanners = defineCall({
  id: 'refundBanners',
  method: 'GET',
  path: '/api/refund/banners',
  access: 'member',
  changes: false,
  reply: banners,
  errors: [],
})
