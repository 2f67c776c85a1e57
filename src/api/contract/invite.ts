import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { addition, count, cursor, listOf, pageOf, text, time } from './fields.ts'
import { money } from './money.ts'

export const banners = v.object({ banners: v.nullish(listOf(v.string()), []) })

const inviteTerms = v.object({
  amount: money,
  /** The smallest first deposit that counts; 0: any amount. */
  firstDeposit: money,
  /** How many times the friend must wager that deposit in games. */
  turnoverTimes: count,
})
export type InviteTerms = v.InferOutput<typeof inviteTerms>

export const listInvites = memberCall('listInvites', 'POST /api/invite', {
  extensionFields: { before: 'page-cursors' },
  body: pageOf,
  reply: v.object({
    total: v.number(),
    invites: listOf(v.object({ from: v.object({ name: text }), amount: money, createdAt: time })),
    cursor,
    banners: v.nullish(listOf(v.string()), []),
    /** What a friend must do for the member to earn `amount`. */
    terms: addition(v.nullish(inviteTerms)),
    /** How many friends have registered with the member's link. */
    friends: addition(v.nullish(count)),
  }),
})

export const claimInviteBonus = operation('claimInviteBonus', 'GET /api/invite/bonus', {
  reply: v.object({ amount: v.nullish(money), message: v.string() }),
  errors: [
    'NO_INVITE_BONUS',
    'INVITE_INACTIVE',
    'INVITE_COLLECT',
    'NO_INVITEE_PLAY_INFO',
    'INVITE_BONUS_FAIL',
    'BONUS_REMAINING',
  ],
})

export const inviteBanners = memberCall('inviteBanners', 'GET /api/invite/banners', {
  reply: banners,
})
