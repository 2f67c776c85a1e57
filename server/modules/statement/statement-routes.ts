import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { listStatements, type StatementType } from '#api/contract/statement.ts'
import { statements } from '../../database/schema/statements.ts'
import { route, type Route } from '../../http/route.ts'

/** The contract's status for what is not decided yet. */
const wireStatus = (status: string) => (status === 'PENDING' ? 'PROCESSING' : status)

export const statementRoutes: readonly Route[] = [
  route(listStatements, async ({ db, member, body: { page, limit, statementTypes } }) => {
    const types = statementTypes && [...new Set(statementTypes)]
    const mine = eq(statements.memberId, member.id)
    const chosen = and(mine, types && inArray(statements.type, types))
    const [all] = await db.select({ total: count() }).from(statements).where(chosen)
    // An index has each type in order; the rows of several types at once would all be sorted for one page.
    const newest = (type?: StatementType) =>
      db
        .select()
        .from(statements)
        .where(and(mine, type && eq(statements.type, type)))
        .orderBy(desc(statements.id))
        .limit(page * limit)
    const [first = newest(), second, ...more] = (types ?? []).map(newest)
    const found = (second ? unionAll(first, second, ...more) : first).as('found')
    const rows = await db
      .select()
      .from(found)
      .orderBy(desc(found.id))
      .limit(limit)
      .offset((page - 1) * limit)
    return {
      total: all?.total ?? 0,
      statements: rows.map((row) => ({
        statementType: row.type,
        from: row.from,
        to: row.to,
        status: wireStatus(row.status),
        createdAt: row.createdAt.toISOString(),
        amount: row.amount,
        description: row.source,
      })),
    }
  }),
]
