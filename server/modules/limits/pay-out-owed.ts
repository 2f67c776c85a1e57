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
import { fundsOf, planEach } from '../transfer/plan-transfers.ts'
import { amountOf } from '../transfer/provider-transfers.ts'
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

/** Satang. */
interface PaidOut {
  amount: number
  /** What of it is in games, which have to pay it first. */
  fromGames: number
}

/**
 * Sends all that a member on a break has to the bank account: what the wallet holds, and what each game holds once it has paid, by a
 * withdrawal of its own, so that a game that does not pay keeps nothing else back. Each is at most the largest withdrawal; what a game holds
 * beyond that goes into the wallet. A short break leaves the rules of withdrawals as they are, asked of the whole amount. A
 * self-exclusion lifts the smallest amount, and the rules that only playing could meet: nothing that is owed stays locked.
 */
export async function payOutOwed(
  context: RequestContext<typeof payOutOwedCall>,
  { memberId, kind }: PlayBreak,
): Promise<PaidOut> {
  const { app, db, afterCommit } = context
  const now = app.clock.now()
  const member = await lockMember(db, memberId)
  const { wallet, games } = await fundsOf(db, memberId)
  const { max } = await readSetting(db, 'withdraw')
  const fromWallet = Math.min(wallet, max)
  const collected = planEach(games, memberId).map((plan) => ({
    ...plan,
    amount: Math.min(amountOf(plan.taken), max),
  }))
  const fromGames = collected.reduce((sum, { amount }) => sum + amount, 0)
  const amount = fromWallet + fromGames
  if (amount === 0) throw new ApiError('MONEY_NOT_ENOUGH')
  const payee =
    kind === 'exclusion'
      ? await payeeOf(db, member, now)
      : await checkWithdrawal(db, { memberId, amount: Math.min(amount, max), now })
  await record(db, {
    kind: 'owed-paid-out',
    at: now,
    actor: 'member',
    memberId,
    from: context,
    after: { amount, fromGames },
  })
  const begun: (() => Promise<unknown>)[] = []
  if (fromWallet > 0) {
    const payout = await takeWithdrawal(db, { memberId, amount: fromWallet, now, ...payee })
    begun.push(() => tellBank(app, memberId, payout))
  }
  for (const { amount: withdrawn, ...plan } of collected) {
    // Not this operation's own: it has no member, and is done when the money is reserved. A job goes on where this process ends.
    const operation = { app, member, operationId: `${memberId}:${randomUUID()}` }
    const withdrawal = { ...payee, amount: withdrawn }
    begun.push(await reserveTransfer(db, operation, { ...plan, withdrawal, reply: '' }))
  }
  afterCommit(async () => void (await Promise.all(begun.map((goOn) => goOn()))))
  return { amount, fromGames }
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
