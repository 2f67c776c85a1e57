import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

const dialect = new PgDialect()
/** Plain SQL that writes; the ledger's functions post entries, others begin and end operations and withdrawals. */
const writing =
  /\b(?:insert into|update|delete from|truncate|(?:ledger|operation|provider_transfer|transfer|withdraw|withdrawal)_\w+\s*\()/iu

/** A call that the contract marks as changing nothing tried to write. */
class WriteRefused extends Error {
  override name = 'WriteRefused'
}

/**
 * The same database for a read-only call: `insert`, `update`, `delete` and plain SQL that writes throw WriteRefused with the
 * call's name. This is checked without a round trip to the database, so reads cost nothing extra.
 */
export function readOnly(db: Database, reader: string): Database {
  const refuse = (): never => {
    throw new WriteRefused(
      `${reader} is marked as changing nothing in src/api/contract, but writes to the database. Declare it with ` +
        '`operation` or `publicOperation`; or, where a repeat does no harm and no money moves, say in `writes` what it writes.',
    )
  }
  const execute: Database['execute'] = (query) => {
    const text = typeof query === 'string' ? query : dialect.sqlToQuery(query.getSQL()).sql
    return isWriting(text) ? refuse() : db.execute(query)
  }
  const own = db._.session
  const prepareQuery: typeof own.prepareQuery = (query, ...rest) =>
    isWriting(query.sql) ? refuse() : own.prepareQuery(query, ...rest)
  const session = Object.assign(Object.create(own) as typeof own, { prepareQuery })
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => work(readOnly(tx, reader) as typeof tx), config)
  const writers = { insert: refuse, update: refuse, delete: refuse, refreshMaterializedView: refuse }
  return Object.assign(Object.create(db) as Database, writers, {
    execute,
    transaction,
    _: { ...db._, session },
  })
}

const isWriting = (text: string) => writing.test(text.replaceAll(/\bfor (?:no key )?update\b/giu, ''))
