import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { statementTypes } from '#api/contract/statement.ts'
import { moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

export const STATEMENT_STATUSES = ['SUCCESS', 'PENDING', 'FAILED'] as const
export const STATEMENT_SOURCES = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

/** The rows that a member sees. Money moved by the ledger gets its rows in the same round trip. */
export const statements = pgTable(
  'statements',
  {
    id: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    type: text({ enum: statementTypes }).notNull(),
    from: text(),
    to: text(),
    status: text({ enum: STATEMENT_STATUSES }).notNull().default('SUCCESS'),
    amount: satang().notNull(),
    source: text({ enum: STATEMENT_SOURCES }),
    /** The id of the row's subject, such as a withdrawal or an incoming transfer. */
    reference: text(),
    /**
     * The wallet's amount after the row's money has moved, written by the ledger. Null until then, where the row moves nothing in the
     * wallet, and in rows of earlier releases.
     */
    balanceAfter: satang(),
    /** The reason of a failure, in the words of the person who decided it. */
    note: text(),
    /** Refers to a posting: triggers see to it, and postings stay for ever. */
    postingId: bigint({ mode: 'number' }),
    /**
     * When the row was written, not when its transaction began: a transaction may have waited for the member's lock, and its row would
     * stand below those written meanwhile. So new rows are always on top.
     */
    createdAt: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index('statements_member').on(t.memberId, t.createdAt, t.id),
    index('statements_member_type').on(t.memberId, t.type, t.createdAt, t.id),
    index('statements_reference').on(t.reference),
    check('statements_amount', sql`${t.amount} >= 0`),
    oneOf('statements_type', t.type, statementTypes),
    oneOf('statements_status', t.status, STATEMENT_STATUSES),
    oneOf('statements_source', t.source, STATEMENT_SOURCES),
  ],
)

/**
 * How many rows of each type a member's statement has. Triggers on `statements` write it in the transaction that writes the rows,
 * so that a page shows the total without reading them all. Nothing else writes it.
 */
export const statementCounts = pgTable(
  'statement_counts',
  {
    memberId: text().notNull(),
    type: text({ enum: statementTypes }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.type] })],
)
