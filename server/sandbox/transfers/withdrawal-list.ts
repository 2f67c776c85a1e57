import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { WITHDRAWAL_STATUSES, withdrawals } from '../../database/schema/withdrawals.ts'
import { isUuid } from '../../http/uuid.ts'
import { isHeld } from '../../modules/withdraw/send-payout.ts'
import { READ_ROWS, waitingFirst, without } from '../listed.ts'

const isPending = eq(withdrawals.status, 'pending')

/** Those that came after this one, in the order of the list. */
async function comeAfter(db: Database, id: string) {
  if (!isUuid(id)) return undefined
  const { createdAt } = withdrawals
  const [from] = await db.select({ createdAt }).from(withdrawals).where(eq(withdrawals.id, id))
  return from && sql`(${createdAt}, ${withdrawals.id}) > (${sql.param(from.createdAt, createdAt)}, ${id})`
}

/**
 * Pending ones, which may have to wait for long, and then the others. `after`: the pending ones that came after this one, wherever it is
 * now; `next`: the one after which more wait.
 */
export async function withdrawalList(db: Database, after = '') {
  const rest = await comeAfter(db, after)
  const { isCut, ...listed } = await waitingFirst({
    waiting: 'pending',
    rest: [without(WITHDRAWAL_STATUSES, 'pending')],
    isLater: rest !== undefined,
    count: () => db.$count(withdrawals, isPending),
    read: (status, order) =>
      db
        .select({ withdrawal: withdrawals, phone: members.username, isHeld })
        .from(withdrawals)
        .innerJoin(members, eq(members.id, withdrawals.memberId))
        .where(status === 'pending' ? and(isPending, rest) : eq(withdrawals.status, status))
        .orderBy(order(withdrawals.createdAt), ...(status === 'pending' ? [asc(withdrawals.id)] : []))
        .limit(READ_ROWS),
    timeOf: ({ withdrawal }) => withdrawal.createdAt,
  })
  const next = isCut ? listed.rows.at(-1)?.withdrawal.id : undefined
  return { ...listed, after: rest && after, next }
}
