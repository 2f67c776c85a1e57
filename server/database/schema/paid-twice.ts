import { sql } from 'drizzle-orm'
import { index, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'
import { incomingTransfers } from './deposits.ts'

/**
 * Two transfers that a report with both references shows to be one, after each was credited or sent back. Neither row changes by it, and
 * no money moves: staff settle it outside the books. A transfer is one with one other: the reports that come after it prove nothing more.
 */
export const paidTwice = pgTable(
  'paid_twice',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Before the report, known by the reference of a code or gift link alone. */
    ownId: uuid()
      .notNull()
      .references(() => incomingTransfers.id),
    /** Before the report, known by the bank's reference alone. */
    bankId: uuid()
      .notNull()
      .references(() => incomingTransfers.id),
    /** When a report first named both. */
    reportedAt: moment().notNull(),
    /** When staff noted how they settled it. */
    notedAt: moment(),
  },
  (t) => [
    unique('paid_twice_own').on(t.ownId),
    unique('paid_twice_bank').on(t.bankId),
    index('paid_twice_waiting')
      .on(t.reportedAt, t.id)
      .where(sql`${t.notedAt} is null`),
  ],
)
