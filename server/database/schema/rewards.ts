import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

/** The sums that inviters earned by friends; `claimedAt` is set when one is paid into the wallet. */
export const inviteEarnings = pgTable(
  'invite_earnings',
  {
    id: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    fromMemberId: text()
      .notNull()
      .references(() => members.id),
    amount: satang().notNull(),
    /** The event that earned it, so that it is earned once. */
    reference: text().notNull().unique(),
    claimedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('invite_earnings_member').on(t.memberId, t.id),
    index('invite_earnings_unclaimed')
      .on(t.memberId)
      .where(sql`${t.claimedAt} is null`),
    check('invite_earnings_amount', sql`${t.amount} > 0`),
  ],
)

/** A refund that waits until `addRefundToWallet` pays it. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    amount: satang().notNull(),
    status: text({ enum: ['waiting', 'paid'] })
      .notNull()
      .default('waiting'),
    /** The last game result that it includes: the next refund starts after it. */
    uptoResultId: bigint({ mode: 'number' }).notNull(),
    createdAt: createdAt(),
    paidAt: moment(),
  },
  (t) => [
    index('refunds_member').on(t.memberId, t.uptoResultId),
    uniqueIndex('refunds_one_waiting')
      .on(t.memberId)
      .where(sql`${t.status} = 'waiting'`),
    check('refunds_amount', sql`${t.amount} > 0`),
    oneOf('refunds_status', t.status, ['waiting', 'paid']),
  ],
)
