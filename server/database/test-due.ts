import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Amounts of a table that are a member's: what came to the member by it, or left with `leaves`. Never a table of the ledger. */
export interface Due {
  table: PgTable & { amount: PgColumn }
  of: (memberId: string) => SQL | undefined
  leaves?: boolean
}

/** The member's satang in all these tables. */
export const sumOfDue = (due: readonly Due[], memberId: string): SQL =>
  sql.join(
    due.map(
      ({ table, of, leaves = false }) =>
        sql`(select coalesce(sum(${table.amount}), 0) from ${table} where ${of(memberId)}) * ${sql.raw(leaves ? '-1' : '1')}`,
    ),
    sql` + `,
  )
