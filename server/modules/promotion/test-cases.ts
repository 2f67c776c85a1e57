import { activatePromotion } from '#api/contract/promotion.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { moneyOperation } from '../test-operation.ts'
import type { TestMember } from '../test-server.ts'

const redeem = ({ request }: TestMember, code: string) => request(activatePromotion, { params: { code } })

export const moneyOperations = [
  moneyOperation(activatePromotion, {
    cases: { 'a promotion activated': () => ({ params: { code: 'CHAMPA50' } }) },
    drawn: () => ({ params: { code: 'CHAMPA50' } }),
  }),
]

export const codes: CodeWays = {
  BONUS_FULL: async ({ player }) => redeem(await player(), 'SOLDOUT'),
  NO_PROMOTION: async ({ player }) => redeem(await player(), 'NOBODY'),
  PROMOTION_RECEIVED: async ({ player }) => {
    const member = await player()
    await redeem(member, 'CHAMPA50')
    return redeem(member, 'CHAMPA50')
  },
}
