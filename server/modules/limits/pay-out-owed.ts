import { randomUUID } from 'node:crypto'
import type { payOutOwed as payOutOwedCall } from '#api/contract/limits.ts'
import { record } from '../../auth/audit-trail.ts'
import type { PlayBreak } from '../../auth/play-breaks.ts'
import type { Database } from '../../database/database.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { reserveTransfer } from '../transfer/begin-transfer.ts'
import { fundsOf, planCollecting } from '../transfer/plan-transfers.ts'
import { usualHeldUntil } from '../withdraw/withdraw-hold.ts'
import { checkWithdrawal, type Payee, takeWithdrawal, tellBank } from '../withdraw/withdraw-service.ts'

interface Owed {
  /** Satang, in the wallet and in games. */
  amount: number
  /** Satang on the way between games, wallet and bank. */
  underWay: number
}

export async function readOwed(db: Database, memberId: string): Promise<Owed> {
  const { wallet, withdrawing, moving, games } = await balancesOf(db, memberId)
  const inGames = Object.values(games).reduce((sum, amount) => sum + amount, 0)
  return { amount: wallet + inGames, underWay: withdrawing + moving }
}

/**
 * Sends all that a member on a break has to his bank account, at most the largest withdrawal at a time. A short break leaves the rules of
 * withdrawals as they are. A self-exclusion lifts those that he could only meet by playing, and the smallest amount: nothing that is
 * owed stays locked. Returns the amount (satang).
 */
export async function payOutOwed(
  context: RequestContext<typeof payOutOwedCall>,
  { memberId, kind }: PlayBreak,
): Promise<number> {
  const { app, db, afterCommit } = context
  const now = app.clock.now()
  const member = await lockMember(db, memberId)
  const { wallet, games } = await fundsOf(db, memberId)
  const owed = games.reduce((sum, game) => sum + game.amount, wallet)
  const { max } = await readSetting(db, 'withdraw')
  const amount = Math.min(owed, max)
  if (amount === 0) throw new ApiError('MONEY_NOT_ENOUGH')
  const order = { memberId, amount, now }
  const payee = kind === 'exclusion' ? await payeeOf(db, member, now) : await checkWithdrawal(db, order)
  await record(db, {
    kind: 'owed-paid-out',
    at: now,
    actor: 'member',
    memberId,
    from: context,
    after: { amount },
  })
  const plan = planCollecting(games, memberId, amount)
  if (!plan) {
    const payout = await takeWithdrawal(db, { ...order, ...payee })
    afterCommit(() => tellBank(app, memberId, payout))
    return amount
  }
  // Not this operation's own: it has no member, and is done when the money is reserved. A job goes on where this process ends.
  const finish = await reserveTransfer(
    db,
    { app, member, operationId: `${memberId}:${randomUUID()}` },
    { ...plan, withdrawal: { ...payee, amount }, reply: JSON.stringify({ message: 'SUCCESS' }) },
  )
  afterCommit(async () => void (await finish()))
  return amount
}

async function payeeOf(
  db: Database,
  member: Awaited<ReturnType<typeof lockMember>>,
  now: Date,
): Promise<Payee> {
  const { bankCode, bankAccountName: accountName, bankAccountNo: accountNo } = member
  if (!bankCode || !accountName || !accountNo) throw new ApiError('NO_BANK')
  const until = await usualHeldUntil(db, member, now)
  if (until !== undefined) throw new ApiError('WITHDRAW_HOLD', undefined, { until })
  return { bankCode, accountName, accountNo }
}
