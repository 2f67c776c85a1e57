import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { statements } from '../../database/schema/statements.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { isUuid } from '../../http/uuid.ts'
import { house, walletOf, withdrawingOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { queuePush } from '../../push/queue-push.ts'

export type Decision = { status: 'settled' } | { status: 'refused'; reason: string }

/**
 * The bank's report about a payout: paid, or refused, which returns the money to the wallet. Decided once; null if it was
 * decided or cancelled before or is unknown. `untaken` if it is to be paid and was never taken for the bank, which cannot have paid it:
 * it goes on waiting. The amount is in satang.
 */
export async function decideWithdrawal(
  tx: Transaction,
  id: string,
  decision: Decision,
  now: Date,
): Promise<{ memberId: string; amount: number } | 'untaken' | null> {
  if (!isUuid(id)) return null
  const [known] = await tx
    .select({ memberId: withdrawals.memberId })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [withdrawal] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update')
  if (withdrawal?.status !== 'pending') return null
  if (decision.status === 'settled' && withdrawal.takenAt === null) return 'untaken'

  const { memberId, amount } = withdrawal
  await endWithdrawal(tx, withdrawal, decision, now)
  const event = decision.status === 'settled' ? 'withdrawal-settled' : 'withdrawal-refused'
  await queuePush(tx, { memberId, event, tag: `withdrawal:${id}`, amount })
  return { memberId, amount }
}

/** Books the end of a pending withdrawal, whose row and member the caller has locked. */
export async function endWithdrawal(
  db: Database,
  { id, memberId, amount, bankCode }: typeof withdrawals.$inferSelect,
  decision: Decision | { status: 'cancelled' },
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
  await db
    .update(withdrawals)
    .set({ ...decision, decidedAt: now })
    .where(eq(withdrawals.id, id))
  const note = status === 'refused' ? decision.reason : null
  await db
    .update(statements)
    .set(settled ? { status: 'SUCCESS' } : { status: 'FAILED', note })
    .where(eq(statements.reference, id))
}
