import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

/** Written only by `ledger/`; triggers refuse all other writes (see the migrations). */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: rowNumber(),
    name: text().notNull().unique(),
    /** Null for the site's own accounts. */
    memberId: text().references(() => members.id),
    /**
     * Null for the site's own accounts: every member's money passes them, and would wait for one row that says how much. Theirs
     * is the sum of their entries.
     */
    balance: satang(),
    allowsNegative: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_accounts_member').on(t.memberId),
    check(
      'ledger_accounts_name',
      sql`${t.name} ~ '^(house:[a-z]+(:[^:]+)?|member:[^:]+:(wallet|withdrawing|moving|game:[^:]+))$'`,
    ),
    check('ledger_accounts_no_overdraft', sql`${t.balance} >= 0 or ${t.allowsNegative}`),
    check('ledger_accounts_only_house_negative', sql`${t.allowsNegative} = (${t.memberId} is null)`),
    check('ledger_accounts_only_members_balance', sql`(${t.balance} is null) = (${t.memberId} is null)`),
  ],
)

export const ledgerPostings = pgTable('ledger_postings', {
  id: rowNumber(),
  /** Posting the same operation twice has one effect. Named `act` in the database. */
  operationId: text('act').notNull().unique(),
  kind: text().notNull(),
  memo: text(),
  createdAt: createdAt(),
})

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: rowNumber(),
    /** Refers to a posting, and `accountId` to an account, by the one trigger that writes entries: both stay for ever. */
    postingId: bigint({ mode: 'number' }).notNull(),
    accountId: bigint({ mode: 'number' }).notNull(),
    amount: satang().notNull(),
  },
  (t) => [
    index('ledger_entries_posting').on(t.postingId),
    index('ledger_entries_account').on(t.accountId, t.id),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
  ],
)

/**
 * The result of each ledger audit. The newest decides whether payouts go to the bank. Like the ledger, rows are only ever
 * added.
 */
export const ledgerAudits = pgTable('ledger_audits', {
  id: rowNumber(),
  createdAt: createdAt(),
  problemCount: integer().notNull(),
  /** The first problems, as text. */
  problems: jsonb().$type<string[]>().notNull(),
})
