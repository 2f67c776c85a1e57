import { createHash } from 'node:crypto'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { count, type pageOf } from '#api/contract/fields.ts'
import { later, MINUTE } from '../clock.ts'
import { ApiError } from './api-error.ts'

type Value = Date | number | string

interface PagedList<Key extends string, Row> {
  /** What the list holds: the member, the list's name, its filters. A cursor of another list is refused. */
  scope: readonly unknown[]
  body: v.InferOutput<typeof pageOf>
  /** The columns that order the list, unique together and in the order of an index, by their names in a row. */
  order: Readonly<Record<Key, AnyPgColumn>>
  read: (part: ListPart) => PromiseLike<Row[]>
  /** Counts all rows of the list, or of them those that meet the condition. */
  count: (which?: SQL) => PromiseLike<number>
  /** For a list whose rows stay and are added on top: only what was added since the last count is counted. */
  counted?: { earlier: EarlierCounts; now: Date } | undefined
}

interface EarlierCount {
  total: number
  /** Of the newest row that was counted. */
  position: readonly Value[]
  at: Date
}

/** By the list's scope, in the order in which they were made. Made anew for each database. */
export type EarlierCounts = Map<string, EarlierCount>

/** How long an earlier count is trusted, in ms: a row that is committed late, or by a clock that was put back, stands below the counted top. */
const COUNT_LIFE = 10 * MINUTE
const MAX_COUNTS = 10_000

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
    rest: from && rowsBeside(columns, '<', from.position),
    newestFirst: columns.map((column) => desc(column)),
    limit: limit + 1,
    offset: from ? 0 : preceding,
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const end = preceding + rows.length
  // A page beyond the end tells nothing of the rows before it.
  if (!last) return { rows, total: from || page === 1 ? end : await list.count() }
  if (found.length <= limit) return { rows, total: end }
  // Rows may have become visible below since they were counted.
  const total = Math.max(
    from?.total ?? (await countAll(list, columns, keys, page === 1 ? found[0] : undefined)),
    end + 1,
  )
  const position = keys.map((key) => last[key])
  return { rows, total, cursor: writeCursor(list.scope, { preceding: end, total, position }) }
}

/** `newest`: the list's first row, if it was read. */
async function countAll<Key extends string, Row extends Record<Key, Value>>(
  { count, counted, scope }: PagedList<Key, Row>,
  columns: readonly AnyPgColumn[],
  keys: readonly Key[],
  newest: Row | undefined,
): Promise<number> {
  if (!counted || !newest) return count()
  const { earlier, now } = counted
  const name = JSON.stringify(scope)
  const known = earlier.get(name)
  const isFresh = known !== undefined && known.at > later(now, -COUNT_LIFE)
  const position = keys.map((key) => newest[key])
  // What came since the page was read belongs to the next count.
  const upToNewest = rowsBeside(columns, '<=', position)
  const total = isFresh
    ? known.total + (await count(and(rowsBeside(columns, '>', known.position), upToNewest)))
    : await count(upToNewest)
  earlier.delete(name)
  const [oldest] = earlier.keys()
  if (earlier.size >= MAX_COUNTS && oldest !== undefined) earlier.delete(oldest)
  earlier.set(name, { total, position, at: isFresh ? known.at : now })
  return total
}

/** One comparison of whole rows, which is one range of the index. */
function rowsBeside(
  columns: readonly AnyPgColumn[],
  side: '<' | '<=' | '>',
  position: readonly Value[],
): SQL {
  const values = position.map((value, index) => sql.param(value, columns[index]))
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(side)} (${sql.join(values, sql`, `)})`
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

/** What a column's value is in a cursor, by Drizzle's name of its type; PostgreSQL takes each of them. */
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
  const read = v.safeParse(parts, parsed(Buffer.from(text, 'base64url').toString()))
  if (!read.success) throw new ApiError('KEY_INVALID')
  const [, preceding, total, ...rest] = read.output
  return { preceding, total, position: rest }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
