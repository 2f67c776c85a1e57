import { and, eq } from 'drizzle-orm'
import { activateBonus } from '#api/contract/bonus.ts'
import { claimCoupon, spin } from '#api/contract/spinwheel.ts'
import { DAY } from '../../clock.ts'
import { coupons } from '../../database/schema/spin.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { type MoneyOperation, moneyOperation, nothing, pick } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

const COUPONS = ['B5', 'B10', 'B20', 'B50']

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(spin, { cases: { 'a spin': nothing }, drawn: nothing }),
  moneyOperation(claimCoupon, {
    cases: {
      'a coupon claimed': async ({ member }) => {
        await member.request(spin)
        return { body: { coupon: 'B20' } }
      },
    },
    drawn: ({ one }) => ({ body: { coupon: pick(COUPONS, one) ?? '' } }),
  }),
]

export const due: readonly Due[] = [
  { table: coupons, of: (memberId) => and(eq(coupons.memberId, memberId), eq(coupons.status, 'claimed')) },
]

const claim = ({ request }: TestMember, coupon = 'B20') => request(claimCoupon, { body: { coupon } })

export const codes: CodeWays = {
  spin: {
    MONEY_NOT_ENOUGH: async ({ server }) => (await server.newMember({ coin: 0 })).request(spin),
  },
  claimCoupon: {
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
    BONUS_REMAINING: async ({ winner }) => {
      const member = await winner()
      await member.request(activateBonus, { params: { code: 'WELCOME' } })
      return claim(member)
    },
  },
}
