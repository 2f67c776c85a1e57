import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'

type NoSchema = Record<string, never>

/** The database for services, whichever engine is used. Inside a transaction use only its `tx`. */
export type Database = PgDatabase<NodePgQueryResultHKT, NoSchema>

export type Transaction = PgTransaction<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>

/** How many connections to PostgreSQL are open, how many of them idle, and how many calls wait for one. */
export interface PoolUse {
  open: number
  idle: number
  waiting: number
}

export type Connection = {
  db: Database
  kind: 'pglite' | 'postgres'
  /** Missing for the embedded database, which has no pool. */
  poolUse?: () => PoolUse
  close: () => Promise<void>
}

/** The message is for the person who starts the server. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}
