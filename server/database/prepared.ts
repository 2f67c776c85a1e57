import { type Placeholder, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

type Values = Record<string, unknown>

interface Executable<Result> {
  execute: (values: Values) => Promise<Result>
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** The place of a value in a prepared query; the value comes with each call, by this name. */
export const placeholder = <Name extends string>(name: Name): Placeholder<Name> => sql.placeholder(name)

/**
 * A query that is asked often: drizzle builds it once for each connection, with a `placeholder` for each value that changes, because
 * building it takes longer than asking.
 */
export function prepared<Result>(build: (db: Database) => { prepare: (name: string) => Executable<Result> }) {
  const onSession = new WeakMap<object, Executable<Result>>()
  return (db: Database, values: Values): Promise<Result> => {
    const { session } = db._
    const known = onSession.get(session) ?? build(db).prepare('')
    onSession.set(session, known)
    return known.execute(values)
  }
}

/** The same for plain SQL. The caller is responsible for the rows' type. */
export function preparedRows<Row>(statement: SQL) {
  let built: Query | undefined
  const onSession = new WeakMap<object, Executable<unknown>>()
  return async (db: Database, values: Values): Promise<Row[]> => {
    const { session } = db._
    built ??= dialect.sqlToQuery(statement)
    const known: Executable<unknown> =
      onSession.get(session) ?? session.prepareQuery(built, undefined, undefined, false)
    onSession.set(session, known)
    const { rows } = (await known.execute(values)) as { rows: Row[] }
    return rows
  }
}
