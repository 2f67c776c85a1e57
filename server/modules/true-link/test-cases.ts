import { sendTrueLink } from '#api/contract/wallet.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { type MoneyOperation, moneyOperation } from '../test-money-operation.ts'
import { giftLink, newGiftLink } from './test-gift-links.ts'

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(sendTrueLink, {
    cases: { 'a gift link sent': () => ({ body: { link: newGiftLink() } }) },
    drawn: ({ run, one }) => ({ body: { link: giftLink(`${run}${one % 3}`) } }),
  }),
]

export const codes: CodeWays = {
  TRUELINK_DUPLICATE: async ({ player }) => {
    const { request } = await player()
    const body = { link: newGiftLink() }
    await request(sendTrueLink, { body })
    return request(sendTrueLink, { body })
  },
  TRUELINK_INVALID: async ({ player }) =>
    (await player()).request(sendTrueLink, { body: { link: 'U2FsdGVkX1+not-sealed' } }),
}
