import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { updateProfile } from '#api/contract/account.ts'
import { withdraw } from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { writeSetting } from '../../database/settings.ts'
import { type CodeWays, newAccountNo, newPhone } from '../../http/test-code-world.ts'
import { provePhone } from '../otp/test-otp.ts'
import { moneyOperation } from '../test-operation.ts'
import type { TestMember } from '../test-server.ts'
import { askForWithdrawal, pendingWithdrawal } from './test-withdrawals.ts'

const takeOut = ({ request }: TestMember) => request(withdraw, { body: { amount: 100 } })

export const moneyOperations = [
  moneyOperation(withdraw, {
    cases: {
      'a withdrawal': () => ({ body: { amount: 400 } }),
      'a withdrawal above the balance': () => ({ body: { amount: 4000 } }),
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

export const codes: CodeWays = {
  REQUEST_LIMIT: async ({ player }) => {
    const member = await player()
    for (let n = 0; n < 3; n += 1) await takeOut(member)
    return takeOut(member)
  },
  NO_BANK: async ({ server }) => takeOut(await server.newMember({ wallet: 10_000, hasBank: false })),
  WITHDRAW_HOLD: async ({ server }) => {
    const username = newPhone()
    const member = await server.newMember({ wallet: 10_000, username })
    const otpToken = await provePhone(server.db, member.request, username)
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: newAccountNo() }
    await member.request(updateProfile, { body: { name: 'Somying', ...bank, otpToken } })
    return takeOut(member)
  },
  WITHDRAW_TOO_LATE: async ({ server, player }) => {
    const member = await player()
    await takeOut(member)
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    const { id = '' } = row ?? {}
    await server.submitForm('/withdrawals/refuse', await server.decisionOf(id))
    return member.request(cancelWithdrawal, { params: { id } })
  },
}
