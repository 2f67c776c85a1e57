import { eq } from 'drizzle-orm'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { statements } from '../../database/schema/statements.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { endCancellableReward } from '../../deposits/active-reward.ts'
import { isUuid } from '../../http/uuid.ts'
import { house, walletOf, withdrawingOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { queuePush } from '../../push/queue-push.ts'
import { type Decision, keepContradiction } from './contradicted-payouts.ts'
import { mayRefuse, shownPayout } from './payout-inquiry.ts'
import { type Refusal, refusalOf } from './refusals.ts'
import { isHeld } from './send-payout.ts'

/** A decision that is in the books. */
type Made = { status: 'settled' } | Refusal

/**
 * `untaken`: the bank was never asked, and cannot have decided it: it goes on waiting. `taken`: a person decides what is not as it was
 * shown, or refuses what the bank may be asked to pay meanwhile. `contradicted`: the bank says that it has paid what was given back, or has
 * not paid what the books say it has. Null: it was decided or cancelled before, or is unknown. The amount is in satang.
 */
type Decided =
  | { memberId: string; made: Made & { amount: number } }
  | 'untaken'
  | 'taken'
  | 'contradicted'
  | null

/**
 * Ends a withdrawal, once: paid, or refused, which returns the money to the wallet. By the bank's own word, or, with what was `shown` of
 * it (`shownPayout`), by a person. Only the bank's word can contradict the end: a person who decides after it has read an outdated page.
 */
export async function decideWithdrawal(
  app: Pick<AppContext, 'clock' | 'config' | 'log'>,
  tx: Transaction,
  id: string,
  decision: Decision,
  shown?: string,
): Promise<Decided> {
  if (!isUuid(id)) return null
  const [known] = await tx
    .select({ memberId: withdrawals.memberId })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [found] = await tx
    .select({ withdrawal: withdrawals, isHeld })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))
    .for('update')
  if (!found) return null
  const { withdrawal } = found
  const now = app.clock.now()
  if (withdrawal.status !== 'pending') {
    const isPaid = withdrawal.status === 'settled'
    if (shown !== undefined || isPaid === (decision.status === 'settled')) return null
    await keepContradiction(app, tx, withdrawal, decision)
    return 'contradicted'
  }
  const isRefusedByPerson = shown !== undefined && decision.status === 'refused'
  if (withdrawal.takenAt === null && !isRefusedByPerson) return 'untaken'
  if (shown !== undefined && shown !== shownPayout(withdrawal, found.isHeld, now)) return 'taken'
  if (isRefusedByPerson && !mayRefuse(withdrawal, now)) return 'taken'

  const { memberId, amount } = withdrawal
  const made =
    decision.status === 'settled' ? decision : refusalOf(withdrawal, decision.reason, app.config.laos)
  await endWithdrawal(tx, withdrawal, made, now)
  const event = decision.status === 'settled' ? 'withdrawal-settled' : 'withdrawal-refused'
  await queuePush(tx, { memberId, event, tag: `withdrawal:${id}`, amount })
  return { memberId, made: { ...made, amount } }
}

/** Books the end of a pending withdrawal, whose row and member the caller has locked. */
export async function endWithdrawal(
  db: Database,
  { id, memberId, amount, bankCode }: typeof withdrawals.$inferSelect,
  decision: Made | { status: 'cancelled' },
  now: Date,
): Promise<void> {
  const { status } = decision
  const settled = status === 'settled'
  const posted = await post(db, {
    operationId: `withdraw-${status}:${id}`,
    kind: `withdraw-${status}`,
    legs: [
      { account: withdrawingOf(memberId), amount: -amount },
      { account: settled ? house.bank(bankCode) : walletOf(memberId), amount },
    ],
  })
  if (posted.outcome !== 'posted') throw new Error(`Withdrawal ${id} is not in the books as it should be`)
  const reason = status === 'refused' ? decision.reason : null
  await db.update(withdrawals).set({ status, reason, decidedAt: now }).where(eq(withdrawals.id, id))
  await db
    .update(statements)
    .set(settled ? { status: 'SUCCESS' } : { status: 'FAILED', note: reason })
    .where(eq(statements.reference, id))
  if (!settled) await endCancellableReward(db, memberId, amount)
}
