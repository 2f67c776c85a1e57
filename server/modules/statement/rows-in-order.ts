import { and, type asc, type desc, inArray, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { StatementType } from '#api/contract/statement.ts'
import type { Database } from '../../database/database.ts'
import { statements } from '../../database/schema/statements.ts'

interface Part {
  /** Which member's rows, and which range of them, whatever their type. */
  condition: SQL | undefined
  /** Undefined for all of them. */
  types: StatementType[] | undefined
  /** By their time: the oldest first, or the newest. */
  order: typeof asc | typeof desc
  limit: number
  offset?: number
}

/** Some rows of the statement. An index has each type in order: the rows of several types at once would all be sorted for a few. */
export function rowsInOrder(db: Database, { condition, types, order, limit, offset = 0 }: Part) {
  const first = (only?: StatementType[]) =>
    db
      .select()
      .from(statements)
      .where(and(condition, only && inArray(statements.type, only)))
      .orderBy(order(statements.createdAt), order(statements.id))
      .limit(offset + limit)
  const [one = first(types), second, ...more] =
    types && types.length > 1 ? types.map((type) => first([type])) : []
  const found = (second ? unionAll(one, second, ...more) : one).as('found')
  return db.select().from(found).orderBy(order(found.createdAt), order(found.id)).limit(limit).offset(offset)
}
