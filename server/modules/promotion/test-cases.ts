import { eq } from 'drizzle-orm'
import { activatePromotion } from '#api/contract/promotion.ts'
import { promotionUses } from '../../database/schema/bonuses.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
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

export const codes: CodeWays = {
  BONUS_FULL: async ({ player }) => redeem(await player(), 'SOLDOUT'),
  NO_PROMOTION: async ({ player }) => redeem(await player(), 'NOBODY'),
  PROMOTION_RECEIVED: async ({ player }) => {
    const member = await player()
    await redeem(member, 'CHAMPA50')
    return redeem(member, 'CHAMPA50')
  },
}
