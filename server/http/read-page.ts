import { createHash } from 'node:crypto'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgSelect } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { count, type pageOf } from '#api/contract/fields.ts'
import { parseJson } from '#lib/parse-json.ts'
import { ApiError } from './api-error.ts'

type Value = Date | number | string

interface PagedList<Key extends string, Row> {
  /** The list's member, name and filters. A cursor of another list is refused. */
  scope: readonly unknown[]
  body: v.InferOutput<typeof pageOf>
  /** The columns that order the list, unique together and in the order of an index, by their names in a row. */
  order: Readonly<Record<Key, AnyPgColumn>>
  read: (part: ListPart) => PromiseLike<Row[]>
  /** Counts the list's rows. */
  count: () => PromiseLike<number>
}

interface ListPart {
  /** The condition of the rows after a position. */
  rest: SQL | undefined
  newestFirst: SQL[]
  limit: number
  offset: number
}

/**
 * One page of a list, by its position or by its number. The rows are counted only for a page asked for by number that others
 * follow; the cursor carries that total, and how many rows precede it, to the pages after it.
 */
export async function readPage<Key extends string, Row extends Record<Key, Value>>(
  list: PagedList<Key, Row>,
) {
  const { page, limit, before } = list.body
  const keys = Object.keys(list.order) as Key[]
  const columns = keys.map((key) => list.order[key])
  const from = before === undefined ? undefined : readCursor(list.scope, columns, before)
  const preceding = from?.preceding ?? (page - 1) * limit
  const found = await list.read({
    rest: from && rowsAfter(columns, from.position),
    newestFirst: columns.map((column) => desc(column)),
    limit: limit + 1,
    offset: from ? 0 : preceding,
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const end = preceding + rows.length
  // A page beyond the end does not count the rows before it.
  if (!last) return { rows, total: from || page === 1 ? end : await list.count() }
  if (found.length <= limit) return { rows, total: end }
  // Rows may have become visible below since they were counted.
  const total = Math.max(from?.total ?? (await list.count()), end + 1)
  const position = keys.map((key) => last[key])
  return { rows, total, cursor: writeCursor(list.scope, { preceding: end, total, position }) }
}

/** The query's rows that meet `condition`, in this part of the list. */
export const inPart = <Query extends PgSelect>(
  query: Query,
  condition: SQL | undefined,
  { rest, newestFirst, limit, offset }: ListPart,
) =>
  query
    .where(and(condition, rest))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)

/** One comparison of whole rows, which is one range of the index. */
function rowsAfter(columns: readonly AnyPgColumn[], position: readonly Value[]): SQL {
  const values = position.map((value, index) => sql.param(value, columns[index]))
  return sql`(${sql.join([...columns], sql`, `)}) < (${sql.join(values, sql`, `)})`
}

interface Cursor {
  preceding: number
  total: number
  position: readonly Value[]
}

/**
 * Keeps a cursor from being taken for another list's by mistake. It is no secret and need not be: a forged cursor leads only to
 * other rows of the same member.
 */
const tagOf = (scope: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 8)

const writeCursor = (scope: readonly unknown[], { preceding, total, position }: Cursor) => {
  const values = position.map((value) => (value instanceof Date ? value.getTime() : value))
  return Buffer.from(JSON.stringify([tagOf(scope), preceding, total, ...values])).toString('base64url')
}

/** The form of a column's value in a cursor, by Drizzle's name of its type. PostgreSQL takes all of these values. */
const values: Record<string, v.GenericSchema<unknown, Value>> = {
  number: count,
  date: v.pipe(
    count,
    v.maxValue(Date.UTC(3000, 0)),
    v.transform((ms) => new Date(ms)),
  ),
  string: v.pipe(v.string(), v.uuid()),
}

function readCursor(scope: readonly unknown[], columns: readonly AnyPgColumn[], text: string): Cursor {
  const position = columns.map(({ dataType }) => values[dataType] ?? v.never())
  const parts = v.strictTuple([v.literal(tagOf(scope)), count, count, ...position])
  const read = v.safeParse(parts, parseJson(Buffer.from(text, 'base64url').toString()))
  if (!read.success) throw new ApiError('KEY_INVALID')
  const [, preceding, total, ...rest] = read.output
  return { preceding, total, position: rest }
}
