import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { activateBonus } from '#api/contract/bonus.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import * as wallet from '#api/contract/wallet.ts'
import { transact } from '../../database/query.ts'
import { refunds } from '../../database/schema/rewards.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays, CodeWorld, WaysOfCall } from '../../http/test-code-world.ts'
import { reportResult } from '../games/report-result.ts'
import { fillGame } from '../test-games.ts'
import { type Actor, type MoneyOperation, moneyOperation, nothing } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

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

const receive = ({ request }: TestMember) => request(receiveRefund)
/** Pays what waits, once the losses are settled. */
const pay = ({ request }: TestMember) => request(addRefundToWallet)

/** What both calls refuse; `lost` is a member whom a refund is due to. */
const ofRefund = (
  send: (member: TestMember) => Promise<unknown>,
  lost: (world: CodeWorld) => Promise<TestMember>,
): WaysOfCall => ({
  NO_REFUND: async ({ player }) => send(await player()),
  REFUND_CONDITION: async (world) => {
    const member = await lost(world)
    await member.request(wallet.transferAll, { body: { to: 'WALLET' } })
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    return send(member)
  },
  REFUND_INACTIVE: async (world) => {
    const member = await lost(world)
    return world.setting('refund', { ...refund, enabled: false }, () => send(member))
  },
})

async function settled({ loser }: CodeWorld): Promise<TestMember> {
  const member = await loser()
  await receive(member)
  return member
}

export const codes: CodeWays = {
  receiveRefund: {
    ...ofRefund(receive, ({ loser }) => loser()),
    REFUND_MINIMUM: async ({ setting, loser }) => {
      const member = await loser()
      return setting('refund', { ...refund, minimum: 100_000 }, () => receive(member))
    },
  },
  addRefundToWallet: {
    ...ofRefund(pay, settled),
    REFUND_SUCCESS: async (world) => pay(await settled(world)),
  },
}
