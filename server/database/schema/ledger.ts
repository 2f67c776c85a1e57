import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

/** Written by `ledger/` alone; triggers refuse every other hand (see the migrations). */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: rowNumber(),
    name: text().notNull().unique(),
    /** Null for the house's accounts. */
    memberId: text().references(() => members.id),
    balance: satang().notNull().default(0),
    allowsNegative: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_accounts_member').on(t.memberId),
    check(
      'ledger_accounts_name',
      sql`${t.name} ~ '^(house:[a-z]+(:[^:]+)?|member:[^:]+:(wallet|withdrawing|game:[^:]+))$'`,
    ),
    check('ledger_accounts_no_overdraft', sql`${t.balance} >= 0 or ${t.allowsNegative}`),
    check('ledger_accounts_only_house_negative', sql`${t.allowsNegative} = (${t.memberId} is null)`),
  ],
)

export const ledgerPostings = pgTable('ledger_postings', {
  id: rowNumber(),
  /** The same operation twice posts once. The column keeps its first name, `act`, which the ledger's SQL functions use. */
  operationId: text('act').notNull().unique(),
  kind: text().notNull(),
  memo: text(),
  createdAt: createdAt(),
})

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: rowNumber(),
    postingId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerPostings.id),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: satang().notNull(),
  },
  (t) => [
    index('ledger_entries_posting').on(t.postingId),
    index('ledger_entries_account').on(t.accountId, t.id.desc()),
    check('ledger_entries_amount', sql`${t.amount} <> 0`),
  ],
)

/** What each audit of the books found. The newest decides whether payouts go to the bank; like the books they only grow. */
export const ledgerAudits = pgTable('ledger_audits', {
  id: rowNumber(),
  createdAt: createdAt(),
  problemCount: integer().notNull(),
  /** The first of them, in words. */
  problems: jsonb().$type<string[]>().notNull(),
})
