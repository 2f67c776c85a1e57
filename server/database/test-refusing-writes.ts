import type { Database } from './database.ts'
import { withStatements } from './read-only.ts'

type Prepared = { execute: (values?: Record<string, unknown>) => Promise<unknown>; client: unknown }

/**
 * The same database, but PostgreSQL itself refuses every write (SQLSTATE 25006), whatever function does it: each statement runs in
 * a read-only transaction of its own, which costs further round trips. Locking rows is refused too.
 */
export function refusingWrites(db: Database): Database {
  const own = db._.session
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction(work, { ...config, accessMode: 'read only' })
  const prepareQuery: typeof own.prepareQuery = (...asked) => {
    const query = own.prepareQuery(...asked)
    const statement = query as unknown as Prepared
    const { execute } = statement
    statement.execute = (values) =>
      transaction((tx) => {
        // The statement as it was built, on the transaction's connection.
        const { client } = tx._.session as unknown as Prepared
        return execute.call(Object.assign(Object.create(statement) as Prepared, { client }), values)
      })
    return query
  }
  return withStatements(db, { prepareQuery }, transaction)
}
