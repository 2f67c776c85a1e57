import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { DAY, later } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { Call } from '#api/contract/call.ts'
import type { Database, Transaction } from '../database/database.ts'
import { rowsOf, transact } from '../database/query.ts'
import { acts } from '../database/schema/access.ts'
import { decryptText, encryptText } from '../encryption/encrypt-text.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { describeError, type Logger } from '../log.ts'
import { ApiError } from './api-error.ts'
import type { AfterCommit, RequestContext, OnRollback } from './route.ts'

interface Answer {
  status: number
  /** The body as it is sent, JSON: a repeat gets it byte for byte. */
  text: string
}

interface Act {
  owner: string
  /** The caller's Idempotency-Key; undefined where none came: then nothing is remembered. */
  key: string | undefined
  call: string
  /** Of everything that makes the call what it is: parameters and body. */
  bodyHash: string
  /** Before the transaction; not where the answer is known already. */
  prepare: () => Promise<unknown>
  perform: (
    tx: Transaction,
    hooks: Pick<RequestContext<Call>, 'afterCommit' | 'onRollback'>,
    prepared: unknown,
  ) => Promise<unknown>
}

/**
 * Owns what is done without a token. What it is refused is not kept, and would be refused again: anybody could fill the table with it.
 */
export const VISITOR = 'visitor'

/** How long an answer is given again. */
export const ACT_LIFE = DAY

export type RunAct = (app: AppContext, act: Act) => Promise<Answer & { afterCommit: AfterCommit[] }>

/**
 * Runs acts in one transaction each, together with the record of their answer: a crash at any statement leaves
 * neither. A repeat gets the first answer; one that comes while the first still runs is turned away, and so is one whose
 * answer is no longer kept.
 */
export function createOperationRunner(): RunAct {
  // The embedded database has one connection: a second run would wait for the first instead of being turned away.
  const running = new Set<string>()
  return async (app, act) => {
    if (act.key === undefined) return perform(app, act, act.key)
    // First of all: where many repeats wait for the database at once, none of them is in another's way.
    const answered = await findAnswer(app, app.db, act, act.key)
    if (answered) return { ...answered, afterCommit: [] }
    const name = `${act.owner}:${act.key}`
    if (running.has(name)) throw new ApiError('REQUEST_LIMIT', 409)
    running.add(name)
    try {
      return await perform(app, act, act.key)
    } finally {
      running.delete(name)
    }
  }
}

async function perform(app: AppContext, act: Act, key: string | undefined) {
  const prepared = await act.prepare()
  let afterCommit: AfterCommit[] = []
  let onRollback: OnRollback[] = []
  let begun = false
  try {
    return await transact(app.db, async (tx) => {
      afterCommit = []
      onRollback = []
      begun = false
      const earlier = key === undefined ? undefined : await findEarlier(app, tx, act, key)
      if (earlier) return { ...earlier, afterCommit }
      begun = true
      const hooks = {
        afterCommit: (then: AfterCommit) => afterCommit.push(then),
        onRollback: (then: OnRollback) => onRollback.push(then),
      }
      const answer = { status: 200, text: JSON.stringify(await act.perform(tx, hooks, prepared)) }
      if (key !== undefined) await record(app, tx, act, key, answer)
      return { ...answer, afterCommit }
    })
  } catch (error) {
    await undo(app.log, onRollback)
    if (error instanceof ApiError && begun && key !== undefined && act.owner !== VISITOR) {
      const answer = { status: error.status, text: JSON.stringify(error.body) }
      await record(app, app.db, act, key, answer)
    }
    throw error
  }
}

/** One that fails leaves its part to be seen to later. */
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
  act: Act,
  key: string,
): Promise<Answer | undefined> {
  const [lock] = await rowsOf<{ taken: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${lockOf({ owner: act.owner, key })}) as taken`,
  )
  if (!lock?.taken) throw new ApiError('REQUEST_LIMIT', 409)
  return findAnswer(app, tx, act, key)
}

/** A number of 64 bits. */
const lockOf = ({ owner, key }: { owner: string; key: string }) =>
  sql`hashtextextended(${`${owner}:${key}`}, 0)`

/** Whether a transaction of this key is open, in whichever process. Looks only: taking the lock would turn the act away. */
export async function isActRunning(db: Database, of: { owner: string; key: string }): Promise<boolean> {
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
  act: Act,
  key: string,
): Promise<Answer | undefined> {
  const [row] = await db
    .select()
    .from(acts)
    .where(and(eq(acts.owner, act.owner), eq(acts.key, key)))
  if (!row) return undefined
  if (row.reply === null || row.createdAt < later(clock.now(), -ACT_LIFE)) throw new ApiError('KEY_INVALID')
  if (row.call !== act.call || row.bodyHash !== act.bodyHash) throw new ApiError('IDEMPOTENCY_MISMATCH')
  return { status: row.httpStatus ?? 200, text: readReply(keys, row, row.reply) }
}

type ActName = Pick<typeof acts.$inferSelect, 'owner' | 'key'>

/** Replies have game passwords and one-time links in them: none is stored as it was sent. */
export const replyPlace = ({ owner, key }: ActName): string => `acts.reply ${owner} ${key}`

/** The body as it was sent, byte for byte, from the act's stored reply. */
export const readReply = (keys: Keyring, act: ActName, reply: string): string =>
  decryptText(keys, reply, replyPlace(act))

async function record(
  { clock, keys }: AppContext,
  db: Database,
  act: Act,
  key: string,
  answer: Answer,
): Promise<void> {
  const now = clock.now()
  const done = answer.status < 400
  const insert = db.insert(acts).values({
    owner: act.owner,
    key,
    call: act.call,
    bodyHash: act.bodyHash,
    status: done ? 'done' : 'failed',
    httpStatus: answer.status,
    reply: encryptText(keys, answer.text, replyPlace({ owner: act.owner, key })),
    createdAt: now,
    finishedAt: now,
  })
  // An act that was done must not commit beside another of its key; a refusal changed nothing anyhow.
  await (done ? insert : insert.onConflictDoNothing())
}

/** Drops the answers that are no longer given, and what would show their calls' bodies. That their keys were used is kept. */
export async function sweepActs(db: Database, now: Date): Promise<void> {
  await db
    .update(acts)
    .set({ reply: null, bodyHash: '' })
    .where(and(lt(acts.createdAt, later(now, -ACT_LIFE)), isNotNull(acts.reply)))
}
