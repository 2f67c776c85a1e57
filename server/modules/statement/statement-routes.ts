import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { exportStatements, totalStatements } from '#api/contract/statement-figures.ts'
import { listStatements, type StatementType, statementTypes } from '#api/contract/statement.ts'
import { sessionWith } from '../../auth/sessions.ts'
import { placeholder, prepared } from '../../database/prepared.ts'
import { statements } from '../../database/schema/statements.ts'
import { readPage } from '../../http/read-page.ts'
import { Download, route, type Route } from '../../http/route.ts'
import { exportCsv } from './export-csv.ts'
import { channelOf, readDetails, wireStatus } from './row-details.ts'
import { checkRange, rowsOfMember, typesOf } from './row-filter.ts'
import { rowsInOrder } from './rows-in-order.ts'
import { readTotals } from './totals.ts'

/** How many rows of each type the member has, as they are counted with the rows. */
const countsWithSession = sessionWith({
  counts: sql<Partial<Record<StatementType, number>>>`(
    select coalesce(json_object_agg(type, count), '{}') from statement_counts where member_id = members.id)`,
})

/** The whole statement's newest rows, which is what everybody opens. */
const newestRows = prepared((db) =>
  db
    .select()
    .from(statements)
    .where(eq(statements.memberId, placeholder('memberId')))
    .orderBy(desc(statements.createdAt), desc(statements.id))
    .limit(placeholder('limit'))
    .offset(placeholder('offset')),
)

const listed = route(
  listStatements,
  async ({ app, db, member, body }, { counts }) => {
    const { search } = body
    const types = typesOf(body)
    const counted: readonly StatementType[] = types ?? statementTypes
    const inRange = rowsOfMember(member.id, body)
    const isOfAllTime = body.from === undefined && body.until === undefined && search === undefined
    const page = await readPage({
      scope: ['statement', member.id, types, body.from, body.until, search],
      body,
      order: { createdAt: statements.createdAt, id: statements.id },
      count: () =>
        isOfAllTime
          ? Promise.resolve(counted.reduce((sum, type) => sum + (counts[type] ?? 0), 0))
          : db.$count(statements, and(inRange, types && inArray(statements.type, types))),
      read({ rest, limit, offset }) {
        if (isOfAllTime && !types && !rest) return newestRows(db, { memberId: member.id, limit, offset })
        return rowsInOrder(db, { condition: and(inRange, rest), types, order: desc, limit, offset })
      },
    })
    const details = await readDetails({ ...app, db }, page.rows)
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
  },
  { withSession: countsWithSession },
)

export const routes: readonly Route[] = [
  listed,

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
      return new Download(exportCsv({ ...app, db }, { memberId: member.id, locale }, body))
    },
    { perMinute: 6 },
  ),
]
