import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { collect as collectCall, CollectMove, getCollection } from '#api/contract/collect.ts'
import type { Database } from '../../database/database.ts'
import { collections } from '../../database/schema/collections.ts'
import { statements } from '../../database/schema/statements.ts'
import { ApiError } from '../../http/api-error.ts'
import { isUuid } from '../../http/uuid.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'
import { planTransfer } from './begin-transfer.ts'
import { type Funds, planEach } from './plan-transfers.ts'
import { finishInTime } from './finish-transfer.ts'
import { amountOf } from './provider-transfers.ts'

const collectionBegin = operationBy<{ funds: Funds }>('collection_begin')

/**
 * Reserves what every game holds, by one transfer each: all are under way once the statement has ended, or none is. The providers
 * are asked afterwards, all at once, and none waits for another.
 */
export function collect(
  context: BeginContext<typeof collectCall, { funds: Funds }>,
  bodyOf: EncodeReply<typeof collectCall>,
): Promise<Begun> {
  const { app, member, operationId } = context
  return collectionBegin(context, (told) => {
    const { games } = told?.funds ?? context.along.funds
    const planned = planEach(games, member.id).map((plan) => {
      const id = randomUUID()
      // No caller waits for the answer of a transfer that is part of an operation.
      const part = { app, member, operationId: `${operationId}:${id}` }
      return planTransfer(part, { ...plan, id, reply: '' })
    })
    const id = randomUUID()
    const amount = planned.reduce((sum, { transfer }) => sum + amountOf(transfer.taken), 0)
    return {
      given: { funds: { games }, transfers: planned.map(({ given }) => given), collection: id },
      body: bodyOf({ message: 'SUCCESS', amount, ...(planned.length > 0 && { id }) }),
      afterCommit: planned.map(({ transfer }) => () => {
        void finishInTime(app, transfer)
      }),
    }
  })
}

const statuses: Record<(typeof statements.$inferSelect)['status'], CollectMove['status']> = {
  PENDING: 'moving',
  SUCCESS: 'moved',
  FAILED: 'returned',
}

/**
 * What became of the member's collection with the id `asked`, or of the last one, from the statement. A collection that begins before
 * the last one has ended takes over what is still on its way.
 */
export async function readCollection(
  db: Database,
  memberId: string,
  asked?: string,
): Promise<ReplyInput<typeof getCollection>> {
  if (asked !== undefined && !isUuid(asked)) throw new ApiError('NO_DATA', 404)
  const [found] = await db
    .select()
    .from(collections)
    .where(
      and(eq(collections.memberId, memberId), asked === undefined ? undefined : eq(collections.id, asked)),
    )
    .orderBy(desc(collections.number))
    .limit(1)
  if (!found && asked !== undefined) throw new ApiError('NO_DATA', 404)
  if (!found) return null
  const { id, createdAt, references } = found
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
