import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, expect } from 'vitest'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { getSpinSetup } from '#api/contract/spinwheel.ts'
import { addMoney, getWallet, withdraw } from '#api/contract/wallet.ts'
import { transact } from '../database/query.ts'
import { members } from '../database/schema/members.ts'
import { turnoverGoals } from '../database/schema/turnover.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { type Setting, writeSetting } from '../database/settings.ts'
import { reportResult } from '../modules/games/report-result.ts'
import { type TestServer, openTestServer, type TestMember } from '../modules/test-server.ts'
import type { Open } from '../database/test-database.ts'

type Terms = Setting<'depositTerms'>

/** The terms of the sandbox. */
export const usual: Terms = {
  inviteMinimum: 10_000,
  inviteTurnoverTimes: 1,
  coinTurnoverTimes: 1,
  withdrawTurnoverTimes: 0,
}

/** A server whose terms are the usual ones before each test, and what its members do with their deposits. */
export function openTurnoverServer(open: Open) {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })
  beforeEach(() => rule({}))

  const rule = (changed: Partial<Terms>) => writeSetting(server.db, 'depositTerms', { ...usual, ...changed })
  const pay = async ({ request }: TestMember, baht: number) =>
    expect((await request(addMoney, { body: { amount: baht } })).status).toBe(200)
  const take = ({ request }: TestMember, amount: number) => request(withdraw, { body: { amount } })
  /** One round: satang won, or lost if negative. */
  const round = ({ id }: { id: string }, amount: number, number: string = randomUUID()) =>
    transact(server.db, (tx) =>
      reportResult(tx, { memberId: id, gameCode: 'PG', amount, round: number }, server.clock.now()),
    )
  const coins = async ({ request }: TestMember) => (await request(getSpinSetup)).body.result.userCoin
  const earned = async ({ request }: TestMember) => (await request(getWallet)).body.invite?.amount
  const toPlay = async ({ request }: TestMember) => (await request(lookupWithdraw)).body.toPlay
  const friendOf = ({ id }: TestMember) => server.newMember({ invitedBy: id })
  /** The bank pays out the pending withdrawals. */
  async function settle({ id }: TestMember) {
    const [row] = await server.db
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.memberId, id), eq(withdrawals.status, 'pending')))
    if (row) await server.submitForm('/withdrawals/settle', await server.decisionOf(row.id))
  }

  /** Rewards whose turnover is met, and that were not given all the same. */
  const lateRewards = () =>
    server.db
      .select({ id: turnoverGoals.id })
      .from(turnoverGoals)
      .innerJoin(members, eq(members.id, turnoverGoals.memberId))
      .where(and(isNull(turnoverGoals.metAt), eq(members.turnover, turnoverGoals.due)))

  return {
    get server() {
      return server
    },
    rule,
    pay,
    take,
    round,
    coins,
    earned,
    toPlay,
    friendOf,
    settle,
    lateRewards,
  }
}
