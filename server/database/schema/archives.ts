import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, oneOf, satang } from '../columns.ts'

/** The sum of an account's entries that have been archived. Written with their removal, by the view `ledger_archiving` alone. */
export const ledgerCarried = pgTable('ledger_carried', {
  accountId: bigint({ mode: 'number' }).primaryKey(),
  amount: satang().notNull(),
})

/** The files that old rows were written to before they left the database. Rows are only ever added. */
export const archiveFiles = pgTable(
  'archive_files',
  {
    /** Below ARCHIVE_DIR: `2025-10/entries-000000000001-0123456789ab.csv.gz`. */
    name: text().primaryKey(),
    kind: text({ enum: ['entries', 'statements'] }).notNull(),
    /** The last posting whose entries it holds, or the last row of the statements in it. */
    lastId: bigint({ mode: 'number' }).notNull(),
    rows: integer().notNull(),
    /** The file's hash, in hexadecimal. */
    sha256: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [oneOf('archive_files_kind', t.kind, ['entries', 'statements'])],
)
