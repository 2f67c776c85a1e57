import { eq } from 'drizzle-orm'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { claimCoupon } from '#api/contract/spinwheel.ts'
import * as wallet from '#api/contract/wallet.ts'
import { DAY } from '../clock.ts'
import { coupons } from '../database/schema/spin.ts'
import type { TestMember } from '../modules/test-server.ts'
import type { CodeWays } from './test-code-world.ts'

const invite = { enabled: true, firstDeposit: 5_000, banners: [] }
const refund = { enabled: true, percent: 5, minimum: 1, banners: [] }
const claim = ({ request }: TestMember, coupon = 'B20') => request(claimCoupon, { body: { coupon } })
const take = ({ request }: TestMember, code: string) => request(activateBonus, { params: { code } })
const redeem = ({ request }: TestMember, code: string) => request(activatePromotion, { params: { code } })

/** For each error code of bonuses, promotions, invites, cashback and coupons, the calls that make the server answer with it. */
export const rewardCodes: CodeWays = {
  BONUS_REMAINING: async ({ player }) => {
    const member = await player()
    await take(member, 'WELCOME')
    return take(member, 'WEEKLY')
  },
  BONUS_ALREADY_ACTIVE: async ({ player }) => {
    const member = await player()
    await take(member, 'WELCOME')
    return take(member, 'WELCOME')
  },
  BONUS_MAX_CLAIMED: async ({ player }) => {
    const member = await player()
    for (const _ of [1, 2]) {
      await take(member, 'LUCKY')
      await member.request(clearBonus)
    }
    return take(member, 'LUCKY')
  },
  BONUS_CONDITION: async ({ server }) => take(await server.newMember(), 'DAILY'),
  BONUS_CLEAR: async ({ player }) => {
    const member = await player()
    await take(member, 'LUCKY')
    return member.request(clearBonus)
  },
  BONUS_FULL: async ({ player }) => redeem(await player(), 'SOLDOUT'),
  NO_PROMOTION: async ({ player }) => redeem(await player(), 'NOBODY'),
  PROMOTION_RECEIVED: async ({ player }) => {
    const member = await player()
    await redeem(member, 'CHAMPA50')
    return redeem(member, 'CHAMPA50')
  },
  INVITE_COLLECT: async ({ inviter }) => {
    const { request } = await inviter(10_000)
    await request(claimInviteBonus)
    return request(claimInviteBonus)
  },
  INVITE_INACTIVE: async ({ setting, inviter }) => {
    const { request } = await inviter(10_000)
    return setting('invite', { ...invite, enabled: false }, () => request(claimInviteBonus))
  },
  NO_INVITE_BONUS: async ({ inviter }) => (await inviter()).request(claimInviteBonus),
  NO_INVITEE_PLAY_INFO: async ({ inviter }) => (await inviter(0)).request(claimInviteBonus),
  INVITE_BONUS_SUCCESS: async ({ inviter }) => (await inviter(10_000)).request(claimInviteBonus),
  INVITE_BONUS_FAIL: async ({ inviter, broken }) =>
    broken((await inviter(10_000)).request.token, ({ request }) => request(claimInviteBonus)),
  NO_REFUND: async ({ player }) => (await player()).request(receiveRefund),
  REFUND_CONDITION: async ({ loser }) => {
    const member = await loser()
    await member.request(wallet.transferAll, { body: { to: 'WALLET' } })
    await take(member, 'WELCOME')
    return member.request(receiveRefund)
  },
  REFUND_SUCCESS: async ({ loser }) => {
    const { request } = await loser()
    await request(receiveRefund)
    return request(addRefundToWallet)
  },
  REFUND_INACTIVE: async ({ setting, loser }) => {
    const { request } = await loser()
    return setting('refund', { ...refund, enabled: false }, () => request(receiveRefund))
  },
  REFUND_MINIMUM: async ({ setting, loser }) => {
    const { request } = await loser()
    return setting('refund', { ...refund, minimum: 100_000 }, () => request(receiveRefund))
  },
  NO_CLAIMABLE_COUPON: async ({ server }) => claim(await server.newMember()),
  INVALID_CODE: async ({ server }) => claim(await server.newMember(), 'B20 or 1=1'),
  INVALID_PRIZE_CODE: async ({ server }) => claim(await server.newMember(), 'PHONE'),
  INVALID_COUPON_TYPE: async ({ server, winner }) => {
    const member = await winner()
    await server.db.update(coupons).set({ amount: 0 }).where(eq(coupons.memberId, member.id))
    return claim(member)
  },
  COUPON_EXPIRED: async ({ server, winner }) => {
    const member = await winner()
    const expiresAt = new Date(server.clock.now().getTime() - DAY)
    await server.db.update(coupons).set({ expiresAt }).where(eq(coupons.memberId, member.id))
    return claim(member)
  },
  NO_DATA: async ({ player }) => take(await player(), 'NO_SUCH'),
}
