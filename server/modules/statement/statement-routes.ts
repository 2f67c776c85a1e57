import { and, desc, inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { exportStatements, totalStatements } from '#api/contract/statement-figures.ts'
import { listStatements, type StatementType } from '#api/contract/statement.ts'
import type { Database } from '../../database/database.ts'
import { statements } from '../../database/schema/statements.ts'
import { type EarlierCounts, readPage } from '../../http/read-page.ts'
import { Download, route, type Route } from '../../http/route.ts'
import { exportCsv } from './export-csv.ts'
import { channelOf, readDetails } from './row-details.ts'
import { checkRange, rowsOfMember, typesOf } from './row-filter.ts'
import { readTotals } from './totals.ts'

/** The contract's status for what is not decided yet. */
const wireStatus = (status: string) => (status === 'PENDING' ? 'PROCESSING' : status)

/** The rows of a statement stay, and new ones are on top. */
const counts = new WeakMap<Database, EarlierCounts>()

function countsOf(db: Database): EarlierCounts {
  const known = counts.get(db) ?? new Map()
  counts.set(db, known)
  return known
}

export const statementRoutes: readonly Route[] = [
  route(listStatements, async ({ app, db, member, body }) => {
    const { search } = body
    const types = typesOf(body)
    const inRange = rowsOfMember(member.id, body)
    const page = await readPage({
      scope: ['statement', member.id, types, body.from, body.until, search],
      body,
      order: { createdAt: statements.createdAt, id: statements.id },
      count: (which) => db.$count(statements, and(inRange, types && inArray(statements.type, types), which)),
      // A note may be written later, which changes what a search finds among older rows.
      counted: search === undefined ? { earlier: countsOf(db), now: app.clock.now() } : undefined,
      read({ rest, newestFirst, limit, offset }) {
        // An index has each type in order; the rows of several types at once would all be sorted for one page.
        const newest = (only?: StatementType[]) =>
          db
            .select()
            .from(statements)
            .where(and(inRange, only && inArray(statements.type, only), rest))
            .orderBy(...newestFirst)
            .limit(offset + limit)
        const [first = newest(types), second, ...more] =
          types && types.length > 1 ? types.map((one) => newest([one])) : []
        const found = (second ? unionAll(first, second, ...more) : first).as('found')
        return db
          .select()
          .from(found)
          .orderBy(desc(found.createdAt), desc(found.id))
          .limit(limit)
          .offset(offset)
      },
    })
    const details = await readDetails(db, page.rows)
    return {
      total: page.total,
      cursor: page.cursor,
      statements: page.rows.map((row) => ({
        statementType: row.type,
        from: row.from,
        to: row.to,
        status: wireStatus(row.status),
        createdAt: row.createdAt.toISOString(),
        amount: row.amount,
        description: row.source,
        reference: row.reference,
        channel: channelOf(row),
        // What failed has moved nothing in the end.
        balanceAfter: row.status === 'FAILED' ? null : row.balanceAfter,
        note: row.note,
        ...details.of(row),
      })),
    }
  }),

  route(
    totalStatements,
    async ({ db, member, body }) => ({ totals: await readTotals(db, member.id, body) }),
    { perMinute: 120 },
  ),

  // A whole history is work for the database: a member may ask for one every ten seconds.
  route(
    exportStatements,
    async ({ app, db, member, body, locale }) => {
      checkRange(body)
      const reader = { memberId: member.id, locale, country: app.config.country }
      return new Download(exportCsv(db, reader, body))
    },
    { perMinute: 6 },
  ),
]
