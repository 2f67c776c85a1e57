import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../database/database.ts'
import { MAX_ROWS, newest, oldestOf, READ_ROWS } from './listed.ts'
import { type ListPart, type Order, paged } from './paged.ts'

interface Waiting<Status extends string, Row> {
  columns: Order & { status: PgColumn }
  /** The status of what waits for staff. */
  waiting: Status
  /** Groups of the others, one shown after the other. */
  rest: readonly (readonly Status[])[]
  /** The first of these rows in this order, READ_ROWS at most. */
  read: (which: SQL | undefined, order: SQL[]) => PromiseLike<Row[]>
  rowOf: (row: Row) => { id: string; at: Date }
}

export const without = <Status extends string>(statuses: readonly Status[], ...some: NoInfer<Status>[]) =>
  statuses.filter((status) => !some.includes(status))

/** The newest of each status, as its index has them: PostgreSQL would sort the whole table for all of these at once. */
async function newestOf<Status extends string, Row>(
  statuses: readonly Status[],
  { columns, read, rowOf }: Waiting<Status, Row>,
): Promise<Row[]> {
  const found = await Promise.all(
    statuses.map((status) => read(eq(columns.status, status), [desc(columns.at)])),
  )
  return found.flat().toSorted((one, other) => rowOf(other).at.getTime() - rowOf(one).at.getTime())
}

/**
 * What waits for staff first, and of that what has waited longest: however much comes, it is seen. Then the rest, one group of statuses
 * after the other, the newest first. What waits is read in parts: see `paged`.
 */
export function waitingFirst<Status extends string, Row>(
  db: Database,
  list: Waiting<Status, Row>,
  after: string | undefined,
): Promise<ListPart<Row>> {
  const { columns, waiting, rest, read, rowOf } = list
  const isWaiting = eq(columns.status, waiting)
  return paged(db, {
    order: columns,
    after,
    read: async (later) => {
      const found = await read(and(isWaiting, later), [asc(columns.at), asc(columns.id)])
      const shown = Math.min(found.length, MAX_ROWS)
      const isCut = found.length > shown
      for (const statuses of rest)
        if (found.length < READ_ROWS) found.push(...(await newestOf(statuses, list)))
      const listed = newest(found)
      if (!isCut && !later) return { ...listed, isCut }
      return { ...listed, isCut, more: oldestOf(await db.$count(columns.at.table, isWaiting), shown) }
    },
    idOf: (row) => rowOf(row).id,
  })
}
