import type { Database } from './database.ts'

/** The words by which a statement itself writes. Locking rows (`for update`) is reading. */
const writing =
  /(?<!\bfor (?:no key )?)\bupdate\b|\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|refresh\s+materialized)\b/iu

/** A call that the contract marks as changing nothing tried to write. */
class WriteRefused extends Error {
  override name = 'WriteRefused'
}

/**
 * The same database for a read-only call: a statement that says it writes throws WriteRefused with the call's name, without a
 * round trip to the database, so reads cost nothing extra. Writes of a function that the statement calls are not seen here: the
 * tests give calls a database that refuses those too (`refusingWrites`).
 */
export function readOnly(db: Database, reader: string): Database {
  const own = db._.session
  const prepareQuery: typeof own.prepareQuery = (query, ...rest) => {
    if (!writing.test(query.sql)) return own.prepareQuery(query, ...rest)
    throw new WriteRefused(
      `${reader} is marked as changing nothing in src/api/contract, but writes to the database. Declare it with ` +
        '`operation` or `publicOperation`; or, where a repeat does no harm and no money moves, say in `writes` what it writes.',
    )
  }
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => work(readOnly(tx, reader) as typeof tx), config)
  return withStatements(db, { prepareQuery }, transaction)
}

type Session = Database['_']['session']

/** The same database with other ways to prepare statements and to run transactions; all its queries go by these. */
export function withStatements(
  db: Database,
  changed: Pick<Session, 'prepareQuery'>,
  transaction: Database['transaction'],
): Database {
  const session = Object.assign(Object.create(db._.session) as Session, changed)
  return Object.assign(Object.create(db) as Database, { session, transaction, _: { ...db._, session } })
}
