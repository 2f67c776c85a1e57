import { and, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { listStatements, type StatementType } from '#api/contract/statement.ts'
import type { Database } from '../../database/database.ts'
import { STATEMENT_TYPES, statementCounts, statements } from '../../database/schema/statements.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { readPage } from '../../http/read-page.ts'
import { route, type Route } from '../../http/route.ts'

/** The contract's status for what is not decided yet. */
const wireStatus = (status: string) => (status === 'PENDING' ? 'PROCESSING' : status)

export const statementRoutes: readonly Route[] = [
  route(listStatements, async ({ db, member, body }) => {
    const { statementTypes, type, from, until } = body
    const types =
      (statementTypes ?? type) &&
      STATEMENT_TYPES.filter((one) => one === (type ?? one) && (statementTypes?.includes(one) ?? true))
    const inRange = and(
      eq(statements.memberId, member.id),
      from === undefined ? undefined : gte(statements.createdAt, new Date(from)),
      until === undefined ? undefined : lt(statements.createdAt, new Date(until)),
    )
    const page = await readPage({
      scope: ['statement', member.id, types, from, until],
      body,
      order: { createdAt: statements.createdAt, id: statements.id },
      count: () =>
        from === undefined && until === undefined
          ? countRows(db, member.id, types)
          : db.$count(statements, and(inRange, types && inArray(statements.type, types))),
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
    const handed = await handedWithdrawals(db, page.rows)
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
        ...(row.reference !== null && handed.has(row.reference) && { handedAt: handed.get(row.reference) }),
        reference: row.reference,
        channel: row.type === 'deposit' ? row.from : row.type === 'withdraw' ? row.to : null,
        // What failed has moved nothing in the end.
        balanceAfter: row.status === 'FAILED' ? null : row.balanceAfter,
        note: row.note,
      })),
    }
  }),
]

/** How many rows of these types, or of all, the member has: by the counts that are kept with them. */
async function countRows(
  db: Database,
  memberId: string,
  types: readonly StatementType[] | undefined,
): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`coalesce(sum(${statementCounts.count}), 0)::int` })
    .from(statementCounts)
    .where(and(eq(statementCounts.memberId, memberId), types && inArray(statementCounts.type, [...types])))
  return counted?.total ?? 0
}

/** When the bank took the orders of the pending withdrawals among the rows, by their references. */
async function handedWithdrawals(
  db: Database,
  rows: readonly Pick<typeof statements.$inferSelect, 'type' | 'status' | 'reference'>[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ type, status, reference }) =>
    type === 'withdraw' && status === 'PENDING' && reference !== null ? [reference] : [],
  )
  if (ids.length === 0) return new Map()
  const taken = await db
    .select({ id: withdrawals.id, handedAt: withdrawals.handedAt })
    .from(withdrawals)
    .where(and(inArray(withdrawals.id, ids), isNotNull(withdrawals.handedAt)))
  return new Map(taken.flatMap(({ id, handedAt }) => (handedAt ? [[id, handedAt.toISOString()]] : [])))
}
