import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../database/database.ts'
import type { Listed, Part } from './listed.ts'

/** The columns by which such a list is ordered: a time, and where that is the same, the id. */
export interface Order {
  at: PgColumn
  id: PgColumn
}

/** Those that come after this row, wherever it is now. Undefined if it is nowhere: there is none, or it has no such time any more. */
async function comeAfter(db: Database, { at, id }: Order, after: string): Promise<SQL | undefined> {
  const [from] = await db.select({ at }).from(at.table).where(eq(id, after))
  return from?.at ? sql`(${at}, ${id}) > (${sql.param(from.at, at)}, ${after})` : undefined
}

interface Paged<Row> {
  order: Order
  /** The row after which the list begins; with the first if that is nowhere. */
  after: string | undefined
  read: (rest: SQL | undefined) => Promise<Part<Row>>
  idOf: (row: Row) => string
}

/** `after`: the row after which the part begins, if there is one; `next`: the one after which the next begins. */
export interface ListPart<Row> extends Listed<Row> {
  after: string | undefined
  next: string | undefined
}

/** A part of a list. */
export async function paged<Row>(
  db: Database,
  { order, after, read, idOf }: Paged<Row>,
): Promise<ListPart<Row>> {
  const rest = after === undefined ? undefined : await comeAfter(db, order, after)
  const { isCut, ...listed } = await read(rest)
  const last = listed.rows.at(-1)
  return { ...listed, after: rest && after, next: isCut && last ? idOf(last) : undefined }
}
