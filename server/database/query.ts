import { is, type SQL, sql, type Table } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './database.ts'

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'
const UNIQUE = '23505'

/** How many times a transaction is run at most, the first run included. */
const MAX_ATTEMPTS = 5

/** Rows of plain SQL. The caller is responsible for their type. */
export async function rowsOf<Row extends Record<string, unknown>>(db: Database, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute(query)
  return rows as Row[]
}

/** The row of a query that always gives one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The database gave no answer.')
  return row
}

/**
 * Runs a transaction, and again if PostgreSQL aborts it for a deadlock; the first run is rolled back entirely. Effects outside the
 * database (messages, events) belong after it, not inside.
 */
export function transact<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return retryOnDeadlock(db, () => db.transaction(work))
}

/** Runs the work again after a deadlock. Inside a transaction that is up to the code that began it. */
export async function retryOnDeadlock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const code = databaseError(error)?.code
      const hopeless = tries === MAX_ATTEMPTS || is(db, PgTransaction)
      if (hopeless || (code !== DEADLOCK && code !== SERIALIZATION)) throw error
    }
  }
}

/** The database's own error inside drizzle's. */
export function databaseError(
  error: unknown,
): { code: string; severity?: string; constraint?: string; message: string } | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) {
      const constraint = 'constraint' in e && typeof e.constraint === 'string' ? e.constraint : undefined
      const severity = 'severity' in e && typeof e.severity === 'string' ? e.severity : undefined
      return { code: e.code, severity, constraint, message: e.message }
    }
  }
  return undefined
}

/** SQLSTATEs that do not say what became of a commit: a broken connection, a server that ends, an unknown completion. */
const UNDECIDED = /^(?:08|57P|40003)/u

/**
 * Whether PostgreSQL has refused the statement, and so undone its transaction. After any other error, as of a lost connection, it may
 * be committed. One that ends the connection too is no ERROR but FATAL, or a PANIC.
 */
export function isRolledBack(error: unknown): boolean {
  const found = databaseError(error)
  return found?.severity === 'ERROR' && !UNDECIDED.test(found.code)
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = databaseError(error)
  return found?.code === UNIQUE && (constraint === undefined || found.constraint === constraint)
}

/** The pattern of a LIKE that finds this part as it is typed. */
export const partOf = (typed: string): string => `%${typed.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`

/** The most rows that one statement changes or deletes. */
const BATCH = 1000

/**
 * Changes or deletes the rows that meet `condition`, some at a time, so that no statement is long; they must not meet it
 * afterwards. `work` gets the condition of its share, and returns those rows. A row that somebody holds is left for the next run.
 */
export async function inBatches(
  table: Table,
  condition: SQL | undefined,
  work: (share: SQL) => Promise<readonly unknown[]>,
): Promise<void> {
  const share = sql`ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked))`
  while ((await work(share)).length >= BATCH);
}
