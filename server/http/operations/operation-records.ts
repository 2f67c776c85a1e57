import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { DAY, later } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { placeholder, prepared } from '../../database/prepared.ts'
import { inBatches, rowsOf } from '../../database/query.ts'
import { operations } from '../../database/schema/access.ts'
import { decryptText, encryptText } from '../../encryption/encrypt-text.ts'
import type { Keyring } from '../../encryption/keyring.ts'
import type { Answer, OperationKey } from './operation.ts'

/** How long an answer is kept for repeats, in ms. */
const OPERATION_LIFE = DAY

/** Whether an operation's answer is still kept. Answers are deleted `OPERATION_LIFE` after the operation began. */
export const hasAnswer = <Row extends { createdAt: Date; reply: string | null }>(
  row: Row,
  now: Date,
): row is Row & { reply: string } => row.reply !== null && row.createdAt >= later(now, -OPERATION_LIFE)

/** The 64-bit number of the lock on a key. */
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

type OperationName = Pick<typeof operations.$inferSelect, 'owner' | 'key'>

/**
 * The place that a stored reply is bound to when it is encrypted. Replies contain game passwords and one-time links, so none is stored
 * in plain text.
 */
export const replyPlace = ({ owner, key }: OperationName): string => `acts.reply ${owner} ${key}`

/** The original body, byte for byte, from the operation's stored reply. */
export const readReply = (keys: Keyring, operation: OperationName, reply: string): string =>
  decryptText(keys, reply, replyPlace(operation))

const storedAnswer = (keys: Keyring, name: OperationName, { status, text }: Answer) => ({
  status: status < 400 ? ('done' as const) : ('failed' as const),
  httpStatus: status,
  reply: encryptText(keys, text, replyPlace(name)),
})

const name = {
  owner: placeholder('owner'),
  key: placeholder('key'),
  call: placeholder('call'),
  bodyHash: placeholder('bodyHash'),
}
const ended = {
  ...name,
  status: placeholder('status'),
  httpStatus: placeholder('httpStatus'),
  reply: placeholder('reply'),
  createdAt: placeholder('now'),
  finishedAt: placeholder('now'),
}
const recordDone = prepared((db) => db.insert(operations).values(ended))
const recordRefused = prepared((db) =>
  db.insert(operations).values(ended).onConflictDoNothing().returning({ key: operations.key }),
)

const valuesOf = ({ owner, call, bodyHash }: OperationKey, key: string, clock: AppContext['clock']) => ({
  owner,
  key,
  call,
  bodyHash,
  now: clock.now(),
})

/** Records an operation with its answer. Throws a unique violation if another process has recorded its key. */
export async function recordOperation(
  { clock, keys }: AppContext,
  db: Database,
  operation: OperationKey,
  key: string,
  answer: Answer,
): Promise<void> {
  const values = valuesOf(operation, key, clock)
  await recordDone(db, { ...values, ...storedAnswer(keys, { owner: operation.owner, key }, answer) })
}

/**
 * Records the answer of an operation that changed nothing: unlike that of a success, it gives way to another answer of its key. False if
 * another process has recorded one.
 */
export async function recordUnchanged(
  { clock, keys, db }: AppContext,
  operation: OperationKey,
  key: string,
  answer: Answer,
): Promise<boolean> {
  const stored = storedAnswer(keys, { owner: operation.owner, key }, answer)
  const recorded = await recordRefused(db, { ...valuesOf(operation, key, clock), ...stored })
  return recorded.length > 0
}

/** An answer as `acts.reply` keeps it, for a function of the database to record. */
export const storedReply = (
  keys: Keyring,
  operation: { owner: string; operationId: string },
  { text }: Answer,
): string => encryptText(keys, text, replyPlace({ owner: operation.owner, key: keyOf(operation) }))

const keyOf = ({ owner, operationId }: { owner: string; operationId: string }): string =>
  operationId.slice(owner.length + 1)

/** Records the answer of an operation that has run until now. */
export async function endOperation(
  { clock, keys }: Pick<AppContext, 'clock' | 'keys'>,
  db: Database,
  { owner, operationId }: { owner: string; operationId: string },
  answer: Answer,
): Promise<void> {
  const key = keyOf({ owner, operationId })
  await db
    .update(operations)
    .set({ ...storedAnswer(keys, { owner, key }, answer), finishedAt: clock.now() })
    .where(and(eq(operations.owner, owner), eq(operations.key, key), eq(operations.status, 'running')))
}

/** Deletes expired answers and their body hashes. The keys stay as used. */
export async function sweepOperations(db: Database, now: Date): Promise<void> {
  const isOver = and(
    lt(operations.createdAt, later(now, -OPERATION_LIFE)),
    ne(operations.bodyHash, ''),
    isNotNull(operations.reply),
  )
  await inBatches(operations, isOver, (share) =>
    db.update(operations).set({ reply: null, bodyHash: '' }).where(share).returning({ key: operations.key }),
  )
}
