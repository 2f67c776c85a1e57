import { sendTrueLink } from '#api/contract/true-link.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { ofDeposit } from '../limits/test-refused-by-limits.ts'
import { type MoneyOperation, moneyOperation } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'
import { giftLink, newGiftLink } from './test-gift-links.ts'

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(sendTrueLink, {
    cases: { 'a gift link sent': () => ({ body: { link: newGiftLink() } }) },
    drawn: ({ run, one }) => ({ body: { link: giftLink(`${run}${one % 3}`) } }),
  }),
]

const give = ({ request }: TestMember, link = newGiftLink()) => request(sendTrueLink, { body: { link } })

export const codes: CodeWays = {
  sendTrueLink: {
    ...ofDeposit((member) => give(member)),
    TRUELINK_DUPLICATE: async ({ player }) => {
      const member = await player()
      const link = newGiftLink()
      await give(member, link)
      return give(member, link)
    },
    TRUELINK_INVALID: async ({ player }) => give(await player(), 'U2FsdGVkX1+not-sealed'),
  },
}
