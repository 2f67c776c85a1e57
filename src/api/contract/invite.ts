import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { baht, listOf, pageOf, text, time } from './fields.ts'

export const banners = v.object({ banners: v.nullish(listOf(v.string()), []) })

export const listInvites = memberCall('listInvites', 'POST /api/invite', {
  body: pageOf,
  reply: v.object({
    total: v.number(),
    invites: listOf(v.object({ from: v.object({ name: text }), amount: baht, createdAt: time })),
    banners: v.nullish(listOf(v.string()), []),
  }),
})

export const claimInviteBonus = operation('claimInviteBonus', 'GET /api/invite/bonus', {
  reply: v.object({ amount: v.nullish(baht), message: v.string() }),
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
