import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { WITHDRAWAL_STATUSES, withdrawals } from '../../database/schema/withdrawals.ts'
import { isHeld } from '../../modules/withdraw/send-payout.ts'
import { READ_ROWS, waitingFirst, without } from '../listed.ts'
import { paged } from '../paged.ts'

const isPending = eq(withdrawals.status, 'pending')

/** Pending ones, which may have to wait for long, and then the others. `after`: the pending ones that came after this one. */
export const withdrawalList = (db: Database, after?: string) =>
  paged(db, {
    order: { at: withdrawals.createdAt, id: withdrawals.id },
    after,
    read: (rest) =>
      waitingFirst({
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
      }),
    idOf: ({ withdrawal }) => withdrawal.id,
  })
