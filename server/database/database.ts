import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'

type NoSchema = Record<string, never>

/** The database for services, whichever engine is used. Inside a transaction use only its `tx`. */
export type Database = PgDatabase<NodePgQueryResultHKT, NoSchema>

export type Transaction = PgTransaction<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>

export type Connection = {
  db: Database
  kind: 'pglite' | 'postgres'
  close: () => Promise<void>
}

/** The message is for the person who starts the server. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}
