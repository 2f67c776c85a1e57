import * as v from 'valibot'
import { defineCall } from './call.ts'
import { baht, listOf, pageOf, text, time } from './fields.ts'

export const banners = v.object({ banners: v.nullish(listOf(v.string()), []) })

export const listInvites = defineCall({
  id: 'listInvites',
  method: 'POST',
  path: '/api/invite',
  access: 'member',
  changes: false,
  body: pageOf,
  reply: v.object({
    total: v.number(),
    invites: listOf(v.object({ from: v.object({ name: text }), amount: baht, createdAt: time })),
    banners: v.nullish(listOf(v.string()), []),
  }),
  errors: [],
})

export const claimInviteBonus = defineCall({
  id: 'claimInviteBonus',
  method: 'GET',
  path: '/api/invite/bonus',
  access: 'member',
  changes: true,
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

export const inviteBanners = defineCall({
  id: 'inviteBanners',
  method: 'GET',
  path: '/api/invite/banners',
  access: 'member',
  changes: false,
  reply: banners,
  errors: [],
})
