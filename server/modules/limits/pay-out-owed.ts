import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { payOutOwed as payOutOwedCall } from '#api/contract/limits.ts'
import { record } from '../../auth/audit-trail.ts'
import type { PlayBreak } from '../../auth/play-breaks.ts'
import type { Database } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Answer } from '../../http/operations/operation.ts'
import type { RequestContext } from '../../http/route.ts'
import { endCancellableReward } from '../../deposits/active-reward.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { boundReward, takeRewardBack } from '../bonus/bonus-service.ts'
import { reserveTransfer } from '../transfer/begin-transfer.ts'
import { type Funds, planEach, planTakingBack } from '../transfer/plan-transfers.ts'
import { amountOf, isForHouse } from '../transfer/provider-transfers.ts'
import { usualHeldUntil } from '../withdraw/withdraw-hold.ts'
import { checkWithdrawal, type Payee, takeWithdrawal, tellBank } from '../withdraw/withdraw-service.ts'
import { type GameAnswers, payableFunds } from './payable.ts'

interface Owed {
  /** Satang, in the wallet and in games. */
  amount: number
  /** Satang on the way between games, wallet and bank. */
  underWay: number
  /** Satang of deposits that staff check: the statement shows them as pending. */
  checked: number
}

export async function readOwed(db: Database, onBreak: PlayBreak): Promise<Owed> {
  const { wallet, withdrawing, moving, games } = await balancesOf(db, onBreak.memberId)
  const inGames = Object.values(games).reduce((sum, amount) => sum + amount, 0)
  const reward = await rewardToTakeBack(db, onBreak)
  const amount = Math.max(0, wallet + inGames - (reward?.amount ?? 0))
  return {
    amount,
    underWay: withdrawing + moving - (await rewardsUnderWay(db, onBreak.memberId)),
    checked: await depositsBeingChecked(db, onBreak.memberId),
  }
}

async function depositsBeingChecked(db: Database, memberId: string): Promise<number> {
  const { type, status, amount } = statements
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number) })
    .from(statements)
    .where(and(eq(statements.memberId, memberId), eq(type, 'deposit'), eq(status, 'PENDING')))
  return row?.sum ?? 0
}

/** Satang of rewards on their way back to the house. */
async function rewardsUnderWay(db: Database, memberId: string): Promise<number> {
  const { destination, taken } = providerTransfers
  const rows = await db
    .select({ destination, taken })
    .from(providerTransfers)
    .where(eq(providerTransfers.memberId, memberId))
  return rows.filter(isForHouse).reduce((sum, row) => sum + amountOf(row.taken), 0)
}

/** A self-exclusion lifts the terms from the member's own money, not from what the house has given to be played. */
const rewardToTakeBack = async (db: Database, { memberId, kind }: PlayBreak) =>
  kind === 'exclusion' ? boundReward(db, memberId) : null

/** Parts a reward (satang) from the funds: it is taken from the wallet first, then from one game after the other. */
function partReward({ wallet, games }: Funds, reward: number): { forHouse: Funds; forMember: Funds } {
  const fromWallet = Math.min(wallet, reward)
  let missing = reward - fromWallet
  const parts = games.map((game) => {
    const amount = Math.min(game.amount, missing)
    missing -= amount
    return { forHouse: { ...game, amount }, forMember: { ...game, amount: game.amount - amount } }
  })
  return {
    forHouse: { wallet: fromWallet, games: parts.map(({ forHouse }) => forHouse) },
    forMember: { wallet: wallet - fromWallet, games: parts.map(({ forMember }) => forMember) },
  }
}

/** Satang. */
interface PaidOut {
  amount: number
  /** What of it is in games, which have to pay it first. */
  fromGames: number
}

/**
 * Sends all that a member on a break has to the bank account:
 * - What the wallet holds, and what each game holds once it has paid, go by a withdrawal of their own: a game that does not pay keeps back
 *   nothing else.
 * - Each withdrawal is at most the largest one; what a game holds beyond that goes into the wallet.
 * - A short break leaves the rules of withdrawals as they are, asked of the whole amount.
 * - A bonus that may be cancelled is.
 * - A self-exclusion lifts the smallest amount, and the rules that only playing could meet: a member who may not play meets none.
 * - The reward of a bonus that would have to be played first goes back to the house, from money that is there, or nothing begins.
 * - The stakes of open rounds stay in their games, and what they leave is owed once they have ended.
 * - A game that did not answer is taken to hold what the books say.
 */
export async function payOutOwed(
  context: RequestContext<typeof payOutOwedCall>,
  { onBreak, answers }: { onBreak: PlayBreak; answers: GameAnswers },
): Promise<PaidOut> {
  const { memberId, kind } = onBreak
  const { app, db, afterCommit } = context
  const now = app.clock.now()
  const member = await lockMember(db, memberId)
  const reward = await rewardToTakeBack(db, onBreak)
  const { forHouse, forMember } = partReward(await payableFunds(db, memberId, answers), reward?.amount ?? 0)
  const { max } = await readSetting(db, 'withdraw')
  const fromWallet = Math.min(forMember.wallet, max)
  const gamePayouts = planEach(forMember.games, memberId).map((transfer) => ({
    transfer,
    amount: Math.min(amountOf(transfer.taken), max),
  }))
  const fromGames = gamePayouts.reduce((sum, { amount }) => sum + amount, 0)
  const amount = fromWallet + fromGames
  if (amount === 0) throw new ApiError('MONEY_NOT_ENOUGH')
  // A bonus that may be cancelled, which nobody can without a session, would hold a break's payout, and any deposit after the break.
  await endCancellableReward(db, memberId)
  const payee =
    kind === 'exclusion'
      ? await usualAccountOf(db, member, now)
      : await checkWithdrawal(db, { memberId, amount: Math.min(amount, max), now })
  await record(db, {
    kind: 'owed-paid-out',
    at: now,
    actor: 'member',
    memberId,
    from: context,
    after: { amount, fromGames, ...(reward && { takenBack: reward.amount }) },
  })
  const asking = new Map<string, AskProviders[]>()
  const handingOver: (() => Promise<unknown>)[] = []
  // Each transfer has an operation of the member's: this one is a visitor's, and is done when the money is reserved. A job goes on with
  // the transfers if this process ends.
  const reserve = async (transfer: Omit<Parameters<typeof reserveTransfer>[2], 'reply'>) => {
    const operation = { app, member, operationId: `${memberId}:${randomUUID()}` }
    const askProviders = await reserveTransfer(db, operation, { ...transfer, reply: '' })
    for (const { gameCode } of transfer.moves)
      asking.set(gameCode, [...(asking.get(gameCode) ?? []), askProviders])
  }
  if (reward) await takeRewardBack(db, { memberId, reward, fromWallet: forHouse.wallet })
  if (fromWallet > 0) {
    const payout = await takeWithdrawal(db, { memberId, amount: fromWallet, now, ...payee })
    handingOver.push(() => tellBank(app, memberId, payout))
  }
  for (const { transfer, amount: withdrawn } of gamePayouts)
    await reserve({ ...transfer, withdrawal: { ...payee, amount: withdrawn } })
  if (reward)
    for (const transfer of planTakingBack(forHouse.games, memberId, reward.kind)) await reserve(transfer)
  for (const ofGame of asking.values()) handingOver.push(() => askInTurn(ofGame))
  afterCommit(async () => void (await Promise.all(handingOver.map((handOver) => handOver()))))
  return { amount, fromGames }
}

/** Asks the providers of one reserved transfer, after the commit. */
type AskProviders = () => Promise<Answer>

/** A game is asked for one transfer at a time: what follows one that is not ended is left to the job. */
async function askInTurn(transfers: readonly AskProviders[]): Promise<void> {
  for (const askProviders of transfers) if ((await askProviders()).status === 202) return
}

/** The member's usual bank account. Refuses with NO_BANK, and with WITHDRAW_HOLD while it is held after a change. */
async function usualAccountOf(
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
