import { and, desc, eq, gt, max, sum } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { gameResults } from '../../database/schema/games.ts'
import { refunds } from '../../database/schema/rewards.ts'
import { ApiError } from '../../http/api-error.ts'
import { house, walletOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { activeRewardOf } from '../bonus/active-reward.ts'
import { readSetting, type Setting } from '../../database/settings.ts'

const isWaiting = (memberId: string) => and(eq(refunds.memberId, memberId), eq(refunds.status, 'waiting'))

/** The refund for the losses since the last one, in satang, and the last result included. */
async function accrued(db: Database, memberId: string, percent: number) {
  const [last] = await db
    .select({ upto: refunds.uptoResultId })
    .from(refunds)
    .where(eq(refunds.memberId, memberId))
    .orderBy(desc(refunds.uptoResultId))
    .limit(1)
  const [played] = await db
    .select({ net: sum(gameResults.amount).mapWith(Number), upto: max(gameResults.id) })
    .from(gameResults)
    .where(and(eq(gameResults.memberId, memberId), gt(gameResults.id, last?.upto ?? 0)))
  const lost = Math.max(0, -(played?.net ?? 0))
  return {
    amount: Number((BigInt(lost) * BigInt(Math.round(percent * 100))) / 10_000n),
    upto: played?.upto ?? 0,
  }
}

export interface RefundStanding {
  /** Satang that the member could receive now. */
  amount: number
  hasReward: boolean
  isEnough: boolean
  rule: Setting<'refund'>
}

export async function refundStanding(db: Database, memberId: string): Promise<RefundStanding> {
  const rule = await readSetting(db, 'refund')
  const hasReward = (await activeRewardOf(db, memberId)) !== null
  const [waiting] = await db.select().from(refunds).where(isWaiting(memberId))
  if (waiting) return { amount: waiting.amount, hasReward, isEnough: true, rule }
  const { amount } = await accrued(db, memberId, rule.percent)
  return { amount, hasReward, isEnough: amount > 0 && amount >= rule.minimum, rule }
}

async function admit(db: Database, memberId: string) {
  const rule = await readSetting(db, 'refund')
  if (!rule.enabled) throw new ApiError('REFUND_INACTIVE')
  if (await activeRewardOf(db, memberId)) throw new ApiError('REFUND_CONDITION')
  return rule
}

/** Turns the losses into a pending refund, or returns the one already pending. Satang. */
export async function settleRefund(db: Database, memberId: string, now: Date): Promise<number> {
  const { percent, minimum } = await admit(db, memberId)
  const [waiting] = await db.select().from(refunds).where(isWaiting(memberId))
  if (waiting) return waiting.amount
  const { amount, upto } = await accrued(db, memberId, percent)
  if (amount <= 0) throw new ApiError('NO_REFUND')
  if (amount < minimum) throw new ApiError('REFUND_MINIMUM')
  await db.insert(refunds).values({ memberId, amount, uptoResultId: upto, createdAt: now })
  return amount
}

/** Pays the pending refund. Satang. */
export async function payRefund(db: Database, memberId: string, now: Date): Promise<number> {
  await admit(db, memberId)
  const [paid] = await db
    .update(refunds)
    .set({ status: 'paid', paidAt: now })
    .where(isWaiting(memberId))
    .returning()
  if (!paid) throw new ApiError('NO_REFUND')
  const { id, amount } = paid
  await post(db, {
    operationId: `refund:${id}`,
    kind: 'refund',
    legs: [
      { account: house.refund, amount: -amount },
      { account: walletOf(memberId), amount },
    ],
    statements: [{ memberId, type: 'bonus', amount, to: 'WALLET', source: 'refund', reference: id }],
  })
  return amount
}
