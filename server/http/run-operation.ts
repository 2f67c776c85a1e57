import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { DAY, later } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Call } from '#api/contract/call.ts'
import type { Database, Transaction } from '../database/database.ts'
import { inBatches, rowsOf, transact } from '../database/query.ts'
import { operations } from '../database/schema/access.ts'
import { decryptText, encryptText } from '../encryption/encrypt-text.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { describeError, type Logger } from '../log.ts'
import { ApiError } from './api-error.ts'
import { createMemberTurns } from './member-turns.ts'
import { type Answer, Reservation } from './reservation.ts'
import type { AfterCommit, RequestContext, OnRollback } from './route.ts'

interface Operation {
  owner: string
  /** The caller's Idempotency-Key. Without one, nothing is stored. */
  key: string | undefined
  call: string
  /** Hash of the parameters and the body. */
  bodyHash: string
  /** Runs before the transaction; not if the answer is already known. */
  prepare: () => Promise<unknown>
  perform: (
    tx: Transaction,
    hooks: Pick<RequestContext<Call>, 'afterCommit' | 'onRollback'>,
    prepared: unknown,
  ) => Promise<unknown>
}

/**
 * The owner of operations without a token. Their refusals are not stored, because anybody could fill the table with them; a
 * repeat is simply refused again.
 */
export const VISITOR = 'visitor'

/** How long an answer is kept for repeats. */
export const OPERATION_LIFE = DAY

export type RunOperation = (
  app: AppContext,
  operation: Operation,
) => Promise<Answer & { afterCommit: AfterCommit[] }>

/**
 * Runs each operation in one transaction together with the record of its answer: a crash at any statement leaves neither. One
 * that made a reservation is recorded as running, and gets its answer in a later transaction. A repeat gets the first answer;
 * it is refused while the first still runs, and after its answer has been deleted.
 */
export function createOperationRunner(): RunOperation {
  // The embedded database has one connection: a repeat would wait for the first run instead of being refused.
  const running = new Set<string>()
  const inTurn = createMemberTurns()
  const run = (app: AppContext, operation: Operation) =>
    operation.owner === VISITOR
      ? perform(app, operation)
      : inTurn(operation.owner, () => perform(app, operation))
  return async (app, operation) => {
    if (operation.key === undefined) return run(app, operation)
    // Checked first, so that many repeats waiting for the database do not block each other.
    const answered = await findAnswer(app, app.db, operation, operation.key)
    if (answered) return { ...answered, afterCommit: [] }
    const name = `${operation.owner}:${operation.key}`
    if (running.has(name)) throw new ApiError('REQUEST_LIMIT', 409)
    running.add(name)
    try {
      return await run(app, operation)
    } finally {
      running.delete(name)
    }
  }
}

async function perform(app: AppContext, operation: Operation) {
  const { key } = operation
  const prepared = await operation.prepare()
  let afterCommit: AfterCommit[] = []
  let onRollback: OnRollback[] = []
  let begun = false
  let committed
  try {
    committed = await transact(app.db, async (tx) => {
      afterCommit = []
      onRollback = []
      begun = false
      const earlier = key === undefined ? undefined : await findEarlier(app, tx, operation, key)
      if (earlier) return earlier
      begun = true
      const hooks = {
        afterCommit: (then: AfterCommit) => afterCommit.push(then),
        onRollback: (then: OnRollback) => onRollback.push(then),
      }
      const result = await operation.perform(tx, hooks, prepared)
      if (result instanceof Reservation) {
        if (key !== undefined) await record(app, tx, operation, key)
        return result
      }
      const answer = { status: 200, text: JSON.stringify(result) }
      if (key !== undefined) await record(app, tx, operation, key, answer)
      return answer
    })
  } catch (error) {
    await undo(app.log, onRollback)
    if (error instanceof ApiError && begun && key !== undefined && operation.owner !== VISITOR) {
      const answer = { status: error.status, text: JSON.stringify(error.body) }
      await record(app, app.db, operation, key, answer)
    }
    throw error
  }
  const answer = committed instanceof Reservation ? await committed.finish() : committed
  return { ...answer, afterCommit }
}

/** Runs the rollback hooks. One that fails is logged. */
async function undo(log: Logger, hooks: readonly OnRollback[]): Promise<void> {
  for (const hook of hooks) {
    try {
      await hook()
    } catch (error) {
      log.error('undo-failed', describeError(error))
    }
  }
}

async function findEarlier(
  app: AppContext,
  tx: Transaction,
  operation: Operation,
  key: string,
): Promise<Answer | undefined> {
  const [lock] = await rowsOf<{ taken: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${lockOf({ owner: operation.owner, key })}) as taken`,
  )
  if (!lock?.taken) throw new ApiError('REQUEST_LIMIT', 409)
  return findAnswer(app, tx, operation, key)
}

/** A 64-bit lock number. */
const lockOf = ({ owner, key }: { owner: string; key: string }) =>
  sql`hashtextextended(${`${owner}:${key}`}, 0)`

/** Whether a transaction of this key is open in any process. Only looks: taking the lock would make the operation fail. */
export async function isOperationRunning(db: Database, of: { owner: string; key: string }): Promise<boolean> {
  const [found] = await rowsOf<{ running: boolean }>(
    db,
    sql`select exists (
      select from pg_locks where locktype = 'advisory' and objsubid = 1
        and ((classid::bigint << 32) | objid::bigint) = ${lockOf(of)}
    ) as running`,
  )
  return found?.running ?? false
}

async function findAnswer(
  { clock, keys }: AppContext,
  db: Database,
  operation: Operation,
  key: string,
): Promise<Answer | undefined> {
  const [row] = await db
    .select()
    .from(operations)
    .where(and(eq(operations.owner, operation.owner), eq(operations.key, key)))
  if (!row) return undefined
  const isSame = row.call === operation.call && row.bodyHash === operation.bodyHash
  if (row.status === 'running')
    throw isSame ? new ApiError('REQUEST_LIMIT', 409) : new ApiError('IDEMPOTENCY_MISMATCH')
  if (row.reply === null || row.createdAt < later(clock.now(), -OPERATION_LIFE))
    throw new ApiError('KEY_INVALID')
  if (!isSame) throw new ApiError('IDEMPOTENCY_MISMATCH')
  return { status: row.httpStatus ?? 200, text: readReply(keys, row, row.reply) }
}

type OperationName = Pick<typeof operations.$inferSelect, 'owner' | 'key'>

/**
 * What a stored reply is bound to when it is encrypted. Replies contain game passwords and one-time links, so none is stored in
 * plain text.
 */
export const replyPlace = ({ owner, key }: OperationName): string => `acts.reply ${owner} ${key}`

/** The original body, byte for byte, from the operation's stored reply. */
export const readReply = (keys: Keyring, operation: OperationName, reply: string): string =>
  decryptText(keys, reply, replyPlace(operation))

const stored = (keys: Keyring, name: OperationName, { status, text }: Answer) => ({
  status: status < 400 ? ('done' as const) : ('failed' as const),
  httpStatus: status,
  reply: encryptText(keys, text, replyPlace(name)),
})

/** Without an answer, it is recorded as running. */
async function record(
  { clock, keys }: AppContext,
  db: Database,
  operation: Operation,
  key: string,
  answer?: Answer,
): Promise<void> {
  const now = clock.now()
  const insert = db.insert(operations).values({
    owner: operation.owner,
    key,
    call: operation.call,
    bodyHash: operation.bodyHash,
    ...(answer
      ? { ...stored(keys, { owner: operation.owner, key }, answer), finishedAt: now }
      : { status: 'running' }),
    createdAt: now,
  })
  // A successful operation must not commit beside another of its key; a refusal changed nothing anyway.
  await (answer && answer.status >= 400 ? insert.onConflictDoNothing() : insert)
}

/** Stores the answer of an operation that was running, in the transaction that ends it. Without a key nothing was recorded. */
export async function endOperation(
  { clock, keys }: Pick<AppContext, 'clock' | 'keys'>,
  tx: Transaction,
  { owner, operationId }: { owner: string; operationId: string },
  answer: Answer,
): Promise<void> {
  const name = { owner, key: operationId.slice(owner.length + 1) }
  await tx
    .update(operations)
    .set({ ...stored(keys, name, answer), finishedAt: clock.now() })
    .where(
      and(eq(operations.owner, name.owner), eq(operations.key, name.key), eq(operations.status, 'running')),
    )
}

/** Deletes expired answers and their body hashes. The keys stay as used. */
export async function sweepOperations(db: Database, now: Date): Promise<void> {
  const isOver = and(lt(operations.createdAt, later(now, -OPERATION_LIFE)), isNotNull(operations.reply))
  await inBatches(operations, isOver, (share) =>
    db.update(operations).set({ reply: null, bodyHash: '' }).where(share).returning({ key: operations.key }),
  )
}
