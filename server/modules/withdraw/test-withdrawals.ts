import { and, eq } from 'drizzle-orm'
import * as wallet from '#api/contract/wallet.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import type { Actor } from '../test-money-operation.ts'
import type { TestMember, TestServer } from '../test-server.ts'

export const withdraw = ({ request }: Pick<TestMember, 'request'>, amount = 100) =>
  request(wallet.withdraw, { body: { amount } })

/** The id of a withdrawal that waits. */
export async function pendingWithdrawal({ db }: TestServer, memberId: string): Promise<string | undefined> {
  const mine = and(eq(withdrawals.memberId, memberId), eq(withdrawals.status, 'pending'))
  const [row] = await db.select({ id: withdrawals.id }).from(withdrawals).where(mine)
  return row?.id
}

export async function askForWithdrawal({ server, member }: Actor): Promise<string> {
  await withdraw(member, 200)
  return (await pendingWithdrawal(server, member.id)) ?? ''
}
