import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import * as account from '#api/contract/account.ts'
import { activateBonus } from '#api/contract/bonus.ts'
import * as wallet from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { writeSetting } from '../../database/settings.ts'
import type { Due } from '../../database/test-due.ts'
import { type CodeWays, newAccountNo, newPhone, type WaysOfCall } from '../../http/test-code-world.ts'
import { provePhone } from '../otp/test-otp.ts'
import { fillGame, move } from '../test-games.ts'
import { type MoneyOperation, moneyOperation } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'
import { askForWithdrawal, pendingWithdrawal, withdraw } from './test-withdrawals.ts'

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(wallet.withdraw, {
    cases: {
      'a withdrawal': () => ({ body: { amount: 400 } }),
      'a withdrawal above the balance': () => ({ body: { amount: 4000 } }),
    },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
  moneyOperation(wallet.withdrawAll, {
    cases: {
      'a withdrawal of all': async ({ member }) => {
        await fillGame(member)
        return { body: { amount: 900 } }
      },
    },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
  moneyOperation(cancelWithdrawal, {
    cases: {
      'a withdrawal cancelled': async (actor) => {
        const { db } = actor.server
        // Longer than the clock is moved: handed over meanwhile, it could rightly not be cancelled any more.
        await writeSetting(db, 'payouts', { waitSeconds: 600, minutes: 0 })
        const id = await askForWithdrawal(actor)
        await writeSetting(db, 'payouts', { waitSeconds: 0, minutes: 0 })
        return { params: { id } }
      },
    },
    drawn: async ({ server, member }) => ({
      params: { id: (await pendingWithdrawal(server, member.id)) ?? randomUUID() },
    }),
  }),
]

export const due: readonly Due[] = [
  {
    table: withdrawals,
    of: (memberId) => and(eq(withdrawals.memberId, memberId), eq(withdrawals.status, 'settled')),
    leaves: true,
  },
]

const withdrawAll = ({ request }: Pick<TestMember, 'request'>, amount = 100) =>
  request(wallet.withdrawAll, { body: { amount } })

/** What both calls refuse. */
const ofWithdrawal = (send: (member: TestMember, amount?: number) => Promise<unknown>): WaysOfCall => ({
  MONEY_NOT_ENOUGH: async ({ player }) => send(await player(), 5000),
  NO_BANK: async ({ server }) => send(await server.newMember({ wallet: 10_000, hasBank: false })),
  WITHDRAW_HOLD: async ({ server }) => {
    const username = newPhone()
    const member = await server.newMember({ wallet: 10_000, username })
    const otpToken = await provePhone(server.db, member.request, username)
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: newAccountNo() }
    await member.request(account.updateProfile, { body: { name: 'Somying', ...bank, otpToken } })
    return send(member)
  },
  BONUS_CONDITION: async ({ player }) => {
    const member = await player()
    await member.request(activateBonus, { params: { code: 'WELCOME' } })
    return send(member)
  },
  UNVERIFIED_OTP: async ({ player, setting }) => {
    const member = await player()
    return setting('withdrawProofAbove', 5000, () => send(member))
  },
})

export const codes: CodeWays = {
  withdraw: ofWithdrawal(withdraw),
  withdrawAll: {
    ...ofWithdrawal(withdrawAll),
    TRANSFER_FAIL: async ({ player, armed }) => {
      const member = await player()
      await move(member, 'PG', 500)
      return armed('game:PG', () => withdrawAll(member))
    },
  },
  cancelWithdrawal: {
    WITHDRAW_TOO_LATE: async ({ server, player }) => {
      const member = await player()
      await withdraw(member)
      const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
      const { id = '' } = row ?? {}
      await server.submitForm('/withdrawals/settle', await server.decisionOf(id))
      return member.request(cancelWithdrawal, { params: { id } })
    },
  },
}
