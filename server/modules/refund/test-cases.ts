import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { activateBonus } from '#api/contract/bonus.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import * as wallet from '#api/contract/wallet.ts'
import { transact } from '../../database/query.ts'
import { refunds } from '../../database/schema/rewards.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { reportResult } from '../games/report-result.ts'
import { fillGame } from '../test-games.ts'
import { type Actor, type MoneyOperation, moneyOperation, nothing } from '../test-money-operation.ts'

async function lose({ server, member }: Actor): Promise<void> {
  await fillGame(member)
  const lost = { memberId: member.id, gameCode: 'PG', amount: -20_000, round: randomUUID() }
  await transact(server.db, (tx) => reportResult(tx, lost, server.clock.now()))
}

export const moneyOperations: readonly MoneyOperation[] = [
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

export const due: readonly Due[] = [
  { table: refunds, of: (memberId) => and(eq(refunds.memberId, memberId), eq(refunds.status, 'paid')) },
]

const refund = { enabled: true, percent: 5, minimum: 1, banners: [] }

export const codes: CodeWays = {
  NO_REFUND: async ({ player }) => (await player()).request(receiveRefund),
  REFUND_CONDITION: async ({ loser }) => {
    const member = await loser()
    await member.request(wallet.transferAll, { body: { to: 'WALLET' } })
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
