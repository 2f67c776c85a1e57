import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { activateBonus } from '#api/contract/bonus.ts'
import { activatePromotion, findPromotion } from '#api/contract/promotion.ts'
import { promotions, promotionUses } from '../../database/schema/bonuses.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays, CodeWorld } from '../../http/test-code-world.ts'
import { type MoneyOperation, moneyOperation } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(activatePromotion, {
    cases: { 'a promotion activated': () => ({ params: { code: 'CHAMPA50' } }) },
    drawn: () => ({ params: { code: 'CHAMPA50' } }),
  }),
]

export const due: readonly Due[] = [
  { table: promotionUses, of: (memberId) => eq(promotionUses.memberId, memberId) },
]

const redeem = ({ request }: TestMember, code: string) => request(activatePromotion, { params: { code } })

/** Another promotion, of half of what the wallet holds. */
async function redeemHalf({ server }: CodeWorld, member: TestMember) {
  const code = `HALF${randomUUID().toUpperCase()}`
  await server.db.insert(promotions).values({ code, description: {}, rewardPercent: 50 })
  return redeem(member, code)
}

export const codes: CodeWays = {
  findPromotion: {
    NO_PROMOTION: async ({ player }) =>
      (await player()).request(findPromotion, { params: { code: 'NOBODY' } }),
  },
  activatePromotion: {
    NO_PROMOTION: async ({ player }) => redeem(await player(), 'NOBODY'),
    BONUS_FULL: async ({ player }) => redeem(await player(), 'SOLDOUT'),
    PROMOTION_RECEIVED: async ({ player }) => {
      const member = await player()
      await redeem(member, 'CHAMPA50')
      return redeem(member, 'CHAMPA50')
    },
    BONUS_ALREADY_ACTIVE: async (world) => {
      const member = await world.player()
      await redeem(member, 'CHAMPA50')
      return redeemHalf(world, member)
    },
    BONUS_REMAINING: async ({ player }) => {
      const member = await player()
      await member.request(activateBonus, { params: { code: 'WELCOME' } })
      return redeem(member, 'CHAMPA50')
    },
    BONUS_CONDITION: async (world) => redeemHalf(world, await world.server.newMember()),
  },
}
