import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { WITHDRAWAL_STATUSES, withdrawals } from '../../database/schema/withdrawals.ts'
import { isHeld } from '../../modules/withdraw/send-payout.ts'
import { READ_ROWS } from '../listed.ts'
import { waitingFirst, without } from '../waiting-first.ts'

/** Pending ones, which may have to wait for long, and then the others. `after`: the pending ones that came after this one. */
export const withdrawalList = (db: Database, after?: string) =>
  waitingFirst(
    db,
    {
      columns: { status: withdrawals.status, at: withdrawals.createdAt, id: withdrawals.id },
      waiting: 'pending',
      rest: [without(WITHDRAWAL_STATUSES, 'pending')],
      read: (which, order) =>
        db
          .select({ withdrawal: withdrawals, phone: members.username, isHeld })
          .from(withdrawals)
          .innerJoin(members, eq(members.id, withdrawals.memberId))
          .where(which)
          .orderBy(...order)
          .limit(READ_ROWS),
      rowOf: ({ withdrawal: { id, createdAt } }) => ({ id, at: createdAt }),
    },
    after,
  )
