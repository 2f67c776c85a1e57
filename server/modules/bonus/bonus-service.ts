import { and, count, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { countedSince } from '#lib/receipt-period.ts'
import { endsBelow as endsBelowOf, rewardOf, turnoverOf } from '#lib/reward-terms.ts'
import type { Database } from '../../database/database.ts'
import { bonuses, bonusReceipts, promotionUses, userBonuses } from '../../database/schema/bonuses.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { ApiError } from '../../http/api-error.ts'
import { house, walletOf } from '../../ledger/accounts.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { post } from '../../ledger/post.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { type ActiveReward, activeRewardOf, isBinding } from './active-reward.ts'

const { withdrawal } = providerTransfers

/**
 * The member's total money in satang, with what is on its way to or from a game. Money that a running transfer withdraws at its
 * end is left out: a bonus that counted it at the start could be ended unplayed once it is gone.
 */
export async function totalOf(db: Database, memberId: string): Promise<number> {
  const { wallet, moving, games } = await balancesOf(db, memberId)
  const [leaving] = await db
    .select({ amount: sql<number>`coalesce(sum((${withdrawal} ->> 'amount')::bigint), 0)`.mapWith(Number) })
    .from(providerTransfers)
    .where(and(eq(providerTransfers.memberId, memberId), isNotNull(withdrawal)))
  return Object.values(games).reduce((sum, held) => sum + held, wallet + moving - (leaving?.amount ?? 0))
}

export async function activateBonus(db: Database, memberId: string, code: string, now: Date): Promise<void> {
  const [bonus] = await db
    .select()
    .from(bonuses)
    .where(and(eq(bonuses.code, code), eq(bonuses.enabled, true)))
  if (!bonus) throw new ApiError('NO_DATA')
  const { turnover } = await lockMember(db, memberId)
  const running = await activeRewardOf(db, memberId)
  if (running) throw new ApiError(running.code === code ? 'BONUS_ALREADY_ACTIVE' : 'BONUS_REMAINING')

  const since = new Date(countedSince(bonus.type, now.getTime()))
  const [received] = await db
    .select({ times: count() })
    .from(bonusReceipts)
    .innerJoin(userBonuses, eq(userBonuses.id, bonusReceipts.userBonusId))
    .where(
      and(
        eq(userBonuses.memberId, memberId),
        eq(userBonuses.bonusCode, code),
        gte(bonusReceipts.updatedAt, since),
      ),
    )
  if ((received?.times ?? 0) >= bonus.maxReceived) throw new ApiError('BONUS_MAX_CLAIMED')
  const amount = rewardOf(bonus, (await balancesOf(db, memberId)).wallet)
  // A percentage of an empty wallet.
  if (amount <= 0) throw new ApiError('BONUS_CONDITION', undefined, { reason: 'deposit-first' })

  const terms = {
    isActive: true,
    turnoverRequired: turnoverOf(bonus, amount),
    turnoverAtStart: turnover,
    totalAtStart: (await totalOf(db, memberId)) + amount,
    updatedAt: now,
  }
  const [userBonus] = await db
    .insert(userBonuses)
    .values({ memberId, bonusCode: code, ...terms, createdAt: now })
    .onConflictDoUpdate({ target: [userBonuses.memberId, userBonuses.bonusCode], set: terms })
    .returning({ id: userBonuses.id })
  if (!userBonus) throw new ApiError('BONUS_CONDITION')
  const [receipt] = await db
    .insert(bonusReceipts)
    .values({ userBonusId: userBonus.id, amount, updatedAt: now })
    .returning({ id: bonusReceipts.id })
  await payReward(db, memberId, amount, `bonus:${receipt?.id}`, 'bonus')
}

/** Pays a reward into the wallet. */
export async function payReward(
  db: Database,
  memberId: string,
  amount: number,
  operationId: string,
  source: 'bonus' | 'promotion' | 'luckydraw',
): Promise<void> {
  const { outcome } = await post(db, {
    operationId,
    kind: source,
    legs: [
      { account: source === 'luckydraw' ? house.luckydraw : house.bonus, amount: -amount },
      { account: walletOf(memberId), amount },
    ],
    statements: [{ memberId, type: 'bonus', amount, to: 'WALLET', source }],
  })
  if (outcome !== 'posted') throw new Error(`${operationId} was paid before`)
}

/** The total in satang with which a reward may be ended before its turnover is reached. */
export const endsBelow = ({ percentFail, totalAtStart }: ActiveReward): number =>
  endsBelowOf(percentFail, totalAtStart)

/** It may be ended: its turnover is reached, or too little money is left to reach it. */
export function mayEnd(reward: ActiveReward, total: number): boolean {
  return !isBinding(reward) || total <= endsBelow(reward)
}

/** Ends the active bonus or promotion. Its money stays where it is. */
export async function clearReward(db: Database, memberId: string, now: Date): Promise<void> {
  const reward = await activeRewardOf(db, memberId)
  if (!reward) throw new ApiError('NO_DATA')
  if (!mayEnd(reward, await totalOf(db, memberId))) {
    const details = { reason: 'bonus-not-played', percent: reward.percentFail }
    throw new ApiError('BONUS_CONDITION', undefined, details)
  }
  const table = reward.kind === 'bonus' ? userBonuses : promotionUses
  await db.update(table).set({ isActive: false, updatedAt: now }).where(eq(table.id, reward.id))
  await db.insert(statements).values({
    memberId,
    type: 'finish_bonus',
    amount: reward.amount,
    status: isBinding(reward) ? 'FAILED' : 'SUCCESS',
    source: reward.kind,
    reference: reward.id,
  })
}
