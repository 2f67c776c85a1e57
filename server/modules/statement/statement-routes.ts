import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { listStatements } from '#api/contract/statement.ts'
import { statements } from '../../database/schema/statements.ts'
import { route, type Route } from '../../http/route.ts'

/** The contract's status for what is not decided yet. */
const wireStatus = (status: string) => (status === 'PENDING' ? 'PROCESSING' : status)

export const statementRoutes: readonly Route[] = [
  route(listStatements, async ({ db, member, body: { page, limit, statementTypes } }) => {
    const chosen = statementTypes && inArray(statements.type, statementTypes)
    const mine = and(eq(statements.memberId, member.id), chosen)
    const [all] = await db.select({ total: count() }).from(statements).where(mine)
    const rows = await db
      .select()
      .from(statements)
      .where(mine)
      .orderBy(desc(statements.id))
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
