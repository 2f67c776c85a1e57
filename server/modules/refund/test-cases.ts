import { activateBonus } from '#api/contract/bonus.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { transferAll } from '#api/contract/wallet.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { lose } from '../games/test-accounts.ts'
import { moneyOperation, nothing } from '../test-operation.ts'

const refund = { enabled: true, percent: 5, minimum: 1, banners: [] }

export const moneyOperations = [
  moneyOperation(receiveRefund, {
    cases: {
      'a refund settled': async (actor) => {
        await lose(actor)
        return {}
      },
    },
    drawn: nothing,
  }),
  moneyOperation(addRefundToWallet, {
    cases: {
      'a refund paid': async (actor) => {
        await lose(actor)
        await actor.member.request(receiveRefund)
        return {}
      },
    },
    drawn: nothing,
  }),
]

export const codes: CodeWays = {
  NO_REFUND: async ({ player }) => (await player()).request(receiveRefund),
  REFUND_CONDITION: async ({ loser }) => {
    const member = await loser()
    await member.request(transferAll, { body: { to: 'WALLET' } })
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
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
}
