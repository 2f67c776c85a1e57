import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { SLIP_STATUSES, trueLinks } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { READ_ROWS } from '../listed.ts'
import { waitingFirst, without } from '../waiting-first.ts'

export const giftList = (db: Database, after?: string) =>
  waitingFirst(
    db,
    {
      columns: { status: trueLinks.status, at: trueLinks.createdAt, id: trueLinks.codeHash },
      waiting: 'PENDING',
      rest: [without(SLIP_STATUSES, 'PENDING')],
      read: (which, order) =>
        db
          .select({ gift: trueLinks, phone: members.username })
          .from(trueLinks)
          .innerJoin(members, eq(members.id, trueLinks.memberId))
          .where(which)
          .orderBy(...order)
          .limit(READ_ROWS),
      rowOf: ({ gift: { codeHash, createdAt } }) => ({ id: codeHash, at: createdAt }),
    },
    after,
  )
