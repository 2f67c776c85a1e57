import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { collect as collectCall, CollectMove, getCollection } from '#api/contract/collect.ts'
import type { Database } from '../../database/database.ts'
import { collections } from '../../database/schema/collections.ts'
import { statements } from '../../database/schema/statements.ts'
import type { Answer } from '../../http/reservation.ts'
import type { RequestContext } from '../../http/route.ts'
import { reserveTransfer } from './begin-transfer.ts'
import { amountOf } from './provider-transfers.ts'
import { planEach } from './transfer-service.ts'

/**
 * Reserves what every game holds, by one transfer each: all are under way once the transaction commits, or none is. The providers
 * are asked afterwards, all at once, and none waits for another.
 */
export async function collect(
  context: RequestContext<typeof collectCall>,
): Promise<ReplyInput<typeof collectCall>> {
  const { app, db, member, operationId, afterCommit } = context
  const plans = await planEach(db, member.id)
  if (plans.length === 0) return { message: 'SUCCESS', amount: 0 }
  const references: string[] = []
  const begun: (() => Promise<Answer>)[] = []
  for (const plan of plans) {
    const id = randomUUID()
    // No caller waits for the answer of a transfer that is part of an operation.
    const part = { app, db, member, operationId: `${operationId}:${id}` }
    const { keep, finish } = reserveTransfer(part, { ...plan, id, reply: '' })
    await keep('')
    references.push(id)
    begun.push(finish)
  }
  const row = { id: randomUUID(), references, createdAt: app.clock.now() }
  await db
    .insert(collections)
    .values({ memberId: member.id, ...row })
    .onConflictDoUpdate({ target: collections.memberId, set: row })
  afterCommit(() => {
    for (const finish of begun) void finish()
  })
  const amount = plans.reduce((sum, { taken }) => sum + amountOf(taken), 0)
  return { message: 'SUCCESS', amount, id: row.id }
}

const statuses: Record<(typeof statements.$inferSelect)['status'], CollectMove['status']> = {
  PENDING: 'moving',
  SUCCESS: 'moved',
  FAILED: 'returned',
}

/** What became of the member's last collection, from the statement. */
export async function lastCollection(
  db: Database,
  memberId: string,
): Promise<ReplyInput<typeof getCollection>> {
  const [last] = await db.select().from(collections).where(eq(collections.memberId, memberId))
  if (!last) return null
  const { id, createdAt, references } = last
  const rows = await db
    .select({ code: statements.from, amount: statements.amount, status: statements.status })
    .from(statements)
    .where(and(inArray(statements.reference, references), eq(statements.memberId, memberId)))
    .orderBy(statements.id)
  return {
    id,
    createdAt: createdAt.toISOString(),
    moves: rows.map(({ code, amount, status }) => ({ code: code ?? '', amount, status: statuses[status] })),
  }
}
