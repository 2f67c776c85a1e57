import { and, eq } from 'drizzle-orm'
import { later, SECOND } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Call } from '#api/contract/call.ts'
import type { Transaction } from '../../database/database.ts'
import { isRolledBack, isUniqueViolation, retryOnDeadlock, transact } from '../../database/query.ts'
import { operations } from '../../database/schema/access.ts'
import { describeError, type Logger } from '../../log.ts'
import { ApiError } from '../api-error.ts'
import { SessionEnded } from '../bearer.ts'
import { mapDatabaseError } from '../map-database-error.ts'
import { operationBegin } from './begin-operation.ts'
import { inLane } from './operation-lane.ts'
import { createMemberTurns } from '../limits/member-turns.ts'
import { countRefusal } from './count-refusal.ts'
import { hasAnswer, readReply, recordOperation, recordUnchanged } from './operation-records.ts'
import type { AfterCommit, Answer, Beginning, Begun, OperationKey } from './operation.ts'
import type { RequestContext, OnRollback } from '../route.ts'

export interface InTransaction {
  kind: 'transaction'
  /** Returns the reply. */
  perform: (
    tx: Transaction,
    hooks: Pick<RequestContext<Call>, 'afterCommit' | 'onRollback'>,
    prepared: unknown,
  ) => Promise<unknown>
}

/** `begin` is one statement that begins the operation, or does all of it. */
export interface InOneStatement {
  kind: 'statement'
  begin: (prepared: unknown) => Promise<Begun>
}

interface Operation extends OperationKey {
  /** The hash of the caller's token. */
  session: string
  /** When the call arrived; undefined for uploads, whose caller waits five minutes instead of one (`refuseLate`). */
  arrivedAt: Date | undefined
  /** Runs before the transaction; not if the answer is already known. */
  prepare: (() => Promise<unknown>) | undefined
  /** Counts the call against its limit, and throws if the limit is exceeded. It does not run for a repeat whose answer is known. */
  count: (() => void) | undefined
  work: InTransaction | InOneStatement
  /** Throws if the caller is not signed in any more, where no statement of the operation has looked. */
  confirm: () => Promise<void>
  /** The transaction has found the session open. */
  noteOpen: () => void
}

/**
 * The owner of operations without a token. Their refusals are not stored, because anybody could fill the table with them; a
 * repeat is simply refused again.
 */
export const VISITOR = 'visitor'

/**
 * How long after its arrival an operation may begin, in ms. Its caller gives up after a minute, and tells the member after two that it
 * never arrived: until it holds its key, nobody who is asked about it knows of it.
 */
const MAX_DELAY = 45 * SECOND

function refuseLate({ clock }: AppContext, { arrivedAt }: Operation): void {
  if (arrivedAt && clock.now() > later(arrivedAt, MAX_DELAY)) throw new ApiError('REQUEST_LIMIT')
}

interface Performed extends Answer {
  afterCommit: readonly AfterCommit[]
}

export type RunOperation = (app: AppContext, operation: Operation) => Promise<Performed>

/**
 * Runs an operation and records its answer in the same commit, in a transaction or in one statement (`begin`): a crash leaves neither. One
 * that ends later (`Begun.finish`) is recorded as running, and gets its answer in a later transaction. A repeat gets the first answer;
 * it is refused while the first still runs, and after its answer has been deleted.
 */
export function createRunOperation(): RunOperation {
  // The embedded database has one connection: a repeat would wait for the first run instead of being refused.
  const running = new Map<string, Operation>()
  const inTurn = createMemberTurns()
  const run = (app: AppContext, operation: Operation) =>
    operation.owner === VISITOR
      ? performOnce(app, operation)
      : inTurn(operation.owner, () => performOnce(app, operation))
  return async (app, operation) => {
    const { key, prepare, count } = operation
    if (key === undefined) {
      count?.()
      return run(app, operation)
    }
    // Looks for an earlier answer first where a repeat would otherwise wait for its member's turn, prepare again or be counted.
    // Elsewhere the transaction finds it.
    const isLookedUp = prepare !== undefined || count !== undefined || inTurn.isTaken(operation.owner)
    const answered = isLookedUp ? await findAnswer(app, operation, key) : undefined
    if (answered) {
      await operation.confirm()
      return { ...answered, afterCommit: [] }
    }
    const name = `${operation.owner}:${key}`
    const first = running.get(name)
    if (first) throw refusalWhileRunning(operation, first)
    count?.()
    running.set(name, operation)
    try {
      return await run(app, operation)
    } finally {
      running.delete(name)
    }
  }
}

async function performOnce(app: AppContext, operation: Operation): Promise<Performed> {
  try {
    return operation.work.kind === 'statement'
      ? await performInOneStatement(app, operation, operation.work)
      : await performInTransaction(app, operation, operation.work)
  } catch (error) {
    // Another process may have recorded an answer since this one looked for it. Nothing was done here, and that answer counts.
    const isOther = error instanceof RefusalNotKept || isUniqueViolation(error, 'acts_owner_key_pk')
    const answer = isOther && operation.key !== undefined && (await findAnswer(app, operation, operation.key))
    if (!answer) throw error
    return { ...answer, afterCommit: [] }
  }
}

/**
 * A refusal was not recorded, because the member has had too many today, or another process had recorded an answer of this key. Whoever
 * gets this answer was told of no refusal: a repeat may be done.
 */
class RefusalNotKept extends ApiError {
  override name = 'RefusalNotKept'

  constructor() {
    super('REQUEST_LIMIT', undefined, { reason: 'too-many-refusals' })
  }
}

async function performInTransaction(app: AppContext, operation: Operation, { perform }: InTransaction) {
  const { key } = operation
  const prepared = await operation.prepare?.()
  let afterCommit: AfterCommit[] = []
  let onRollback: OnRollback[] = []
  let begun = false
  /** The handler has ended, and the commit follows, whose outcome may stay unknown. */
  let isOver = false
  let committed
  try {
    const work = async (tx: Transaction) => {
      afterCommit = []
      onRollback = []
      begun = false
      isOver = false
      const earlier = await findEarlier(app, tx, operation, key)
      if (earlier) return earlier
      begun = true
      const hooks = {
        afterCommit: (then: AfterCommit) => afterCommit.push(then),
        onRollback: (then: OnRollback) => onRollback.push(then),
      }
      const result = await perform(tx, hooks, prepared)
      isOver = true
      const answer = { status: 200, text: JSON.stringify(result) }
      if (key !== undefined) await recordOperation(app, tx, operation, key, answer)
      return answer
    }
    committed = await inLane(app, () => {
      refuseLate(app, operation)
      return transact(app.db, work)
    })
  } catch (thrown) {
    const error = mapDatabaseError(thrown) ?? thrown
    if (!isOver || isRolledBack(thrown)) await undo(app.log, onRollback)
    if (error instanceof ApiError && begun) await recordApiError(app, operation, error)
    throw error
  }
  return { ...committed, afterCommit }
}

async function performInOneStatement(
  app: AppContext,
  operation: Operation,
  { begin }: InOneStatement,
): Promise<Performed> {
  const prepared = await operation.prepare?.()
  let begun
  try {
    begun = await inLane(app, () => {
      refuseLate(app, operation)
      return retryOnDeadlock(app.db, () => begin(prepared))
    })
  } catch (error) {
    const refusal = mapDatabaseError(error)
    if (!refusal) throw error
    await recordApiError(app, operation, refusal)
    throw refusal
  }
  const earlier = earlierOf(app, operation, begun)
  if (earlier) return { ...earlier, afterCommit: [] }
  if (begun.refusal === null) return { ...(await begun.finish()), afterCommit: begun.afterCommit ?? [] }
  if (begun.refused) {
    const answer = begun.refused(begun.refusal)
    await recordUndone(app, operation, answer)
    return { ...answer, afterCommit: [] }
  }
  const refusal = new ApiError(begun.refusal, undefined, begun.details)
  await recordApiError(app, operation, refusal)
  throw refusal
}

const recordApiError = (app: AppContext, operation: Operation, { status, body }: ApiError): Promise<void> =>
  recordUndone(app, operation, { status, text: JSON.stringify(body) })

/**
 * Keeps the answer of an operation that changed nothing. A visitor's is not stored, nor is that of a call without a key. Throws if
 * another process has recorded an answer, or if the member has had too many refusals today.
 */
async function recordUndone(app: AppContext, operation: Operation, answer: Answer): Promise<void> {
  const { key, owner } = operation
  if (key === undefined || owner === VISITOR) return
  const isKept =
    (await countRefusal(app.db, owner, app.clock.now())) &&
    (await recordUnchanged(app, operation, key, answer))
  if (!isKept) throw new RefusalNotKept()
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

/**
 * Takes the key and the member for this transaction; or returns the answer that was given under the key before. Neither for a member
 * whose session has ended.
 */
async function findEarlier(
  app: AppContext,
  tx: Transaction,
  operation: Operation,
  key: string | undefined,
): Promise<Answer | undefined> {
  const { owner, session } = operation
  const now = app.clock.now().toISOString()
  const [row] = await operationBegin(tx, { owner, key: key ?? null, session, now })
  if (row?.taken && owner !== VISITOR) {
    if (!row.isSignedIn) throw new SessionEnded()
    operation.noteOpen()
  }
  return earlierOf(app, operation, row)
}

function earlierOf(app: AppContext, operation: Operation, row: Beginning | undefined): Answer | undefined {
  if (!row?.taken) throw new ApiError('REQUEST_LIMIT', 409)
  const { call, createdAt, ...rest } = row
  return call === null || operation.key === undefined
    ? undefined
    : answerOf(app, operation, operation.key, { ...rest, call, createdAt: new Date(createdAt) })
}

async function findAnswer(app: AppContext, operation: Operation, key: string): Promise<Answer | undefined> {
  const [row] = await app.db
    .select()
    .from(operations)
    .where(and(eq(operations.owner, operation.owner), eq(operations.key, key)))
  return row && answerOf(app, operation, key, row)
}

type Asked = Pick<OperationKey, 'call' | 'bodyHash'>

const isSameCall = (one: Asked, other: Asked): boolean =>
  one.call === other.call && one.bodyHash === other.bodyHash

/** The refusal of an operation whose key another one holds, which is still running. */
const refusalWhileRunning = (operation: Asked, first: Asked): ApiError =>
  isSameCall(operation, first) ? new ApiError('REQUEST_LIMIT', 409) : new ApiError('IDEMPOTENCY_MISMATCH')

interface Recorded extends Asked {
  status: string
  httpStatus: number | null
  reply: string | null
  createdAt: Date
}

/** The answer to a repeat of the recorded operation. */
function answerOf({ clock, keys }: AppContext, operation: Operation, key: string, row: Recorded): Answer {
  if (row.status === 'running') throw refusalWhileRunning(operation, row)
  if (!hasAnswer(row, clock.now())) throw new ApiError('KEY_INVALID')
  if (!isSameCall(operation, row)) throw new ApiError('IDEMPOTENCY_MISMATCH')
  return { status: row.httpStatus ?? 200, text: readReply(keys, { owner: operation.owner, key }, row.reply) }
}
