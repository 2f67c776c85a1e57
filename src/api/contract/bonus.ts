import * as v from 'valibot'
import { defineCall } from './call.ts'
import { baht, html, listOf, message, text, time } from './fields.ts'

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
  percentFail: v.nullish(v.number(), 0),
  banners: v.nullish(listOf(v.object({ image: text, html })), []),
  userBonus: v.nullish(userBonus),
})
export type Bonus = v.InferOutput<typeof bonus>

const reads = { method: 'GET', access: 'member', changes: false, errors: [] } as const
const acts = { method: 'GET', access: 'member', changes: true } as const

export const listBonuses = defineCall({
  ...reads,
  id: 'listBonuses',
  path: '/api/bonus',
  reply: listOf(bonus),
})

export const activateBonus = defineCall({
  ...acts,
  id: 'activateBonus',
  path: '/api/bonus/activate/:code',
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

export const checkActiveBonus = defineCall({
  ...reads,
  id: 'checkActiveBonus',
  path: '/api/bonus/check/active',
  reply: v.object({
    status: v.boolean(),
    type: text,
    /** What must still be played before money can be withdrawn. An addition: a backend may not tell. */
    toPlay: v.nullish(baht),
  }),
})

export const checkMinimumBonus = defineCall({
  ...reads,
  id: 'checkMinimumBonus',
  path: '/api/bonus/check/minimum',
  reply: v.object({ status: v.boolean() }),
})

export const clearBonus = defineCall({
  ...acts,
  id: 'clearBonus',
  path: '/api/bonus/clear',
  reply: message,
  errors: ['BONUS_CONDITION', 'NO_DATA'],
})
