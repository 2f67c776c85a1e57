import { and, eq } from 'drizzle-orm'
import { getOperation } from '#api/contract/operation.ts'
import { operations } from '../../database/schema/access.ts'
import { route, type Route } from '../../http/route.ts'
import { hasAnswer, isOperationRunning, readReply } from '../../http/operations/operation-records.ts'

export const routes: readonly Route[] = [
  route(getOperation, async ({ app, db, member, params }) => {
    const of = { owner: member.id, key: params.key.toLowerCase() }
    // Checked before the answer is looked up: an operation that ends in between is found, and one that begins in between came
    // later.
    const running = await isOperationRunning(db, of)
    const [operation] = await db
      .select({ status: operations.status, reply: operations.reply, createdAt: operations.createdAt })
      .from(operations)
      .where(and(eq(operations.owner, of.owner), eq(operations.key, of.key)))
    if (!operation) return { status: 'unknown', running }
    if (operation.status === 'running') return { status: 'unknown', running: true }
    // It was performed or refused, but its answer is no longer kept.
    if (!hasAnswer(operation, app.clock.now())) return { status: 'unknown' }
    return {
      status: operation.status,
      reply: JSON.parse(readReply(app.keys, of, operation.reply)) as unknown,
    }
  }),
]
