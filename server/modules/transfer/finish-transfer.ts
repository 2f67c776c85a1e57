import { and, eq, isNull, sql } from 'drizzle-orm'
import { HOUR, later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { inLane } from '../../http/operations/operation-lane.ts'
import type { Answer } from '../../http/operations/operation.ts'
import { describeError } from '../../log.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { inMemberTime, inProviderTime } from '../../providers/time-limit.ts'
import {
  arrive,
  cancelled,
  giveBack,
  isForHouse,
  type ProviderTransfer,
  standingMoves,
  tell,
} from './provider-transfers.ts'

/** How long nobody else works on a transfer that somebody has begun to work on, in ms. Two at once would do no harm. */
export const LEASE = MINUTE

/** How long a provider may be silent about a transfer before it is asked to cancel it, in ms. */
const GIVE_UP = 15 * MINUTE

/**
 * How long after its beginning a transfer waits for a person, in ms, if its provider has neither made nor cancelled it: the provider will
 * not do so by itself any more.
 */
const STUCK_AFTER = 6 * HOUR

/** The operation's answer, or after 10 s that it is under way. */
export async function finishInTime(app: AppContext, transfer: ProviderTransfer): Promise<Answer> {
  const finishing = finish(app, transfer).catch((error: unknown) => {
    app.log.error('provider-transfer-unfinished', { transfer: transfer.id, ...describeError(error) })
    return undefined
  })
  const answer = await inMemberTime(finishing)
  if (answer) return answer
  app.realtime.walletChanged(transfer.memberId, 'transfer')
  return { status: 202, text: JSON.stringify({ message: 'PROCESSING' }) }
}

/** Goes on with a transfer that somebody has begun, as `finish` does. */
export async function finishProviderTransfer(app: AppContext, id: string): Promise<Answer | undefined> {
  const [transfer] = await app.db.select().from(providerTransfers).where(eq(providerTransfers.id, id))
  return transfer && finish(app, transfer)
}

/**
 * Asks the providers, and books how the transfer ended: either all of its moves were made, or all were cancelled. A transfer that takes
 * a reward back to the house is never cancelled (`isForHouse`). Several processes may run this at once, any number of times: a provider
 * makes a move with the same reference only once, and never after it was cancelled; and only the process that deletes the row books it.
 * Returns the operation's answer, or undefined if another process was faster. Throws if the outcome is not known yet.
 */
async function finish(app: AppContext, transfer: ProviderTransfer): Promise<Answer | undefined> {
  if (transfer.stuckAt !== null) return undefined
  if (transfer.status === 'moving') {
    if (await askProviders(app, transfer)) return settle(app, transfer)
    if (isForHouse(transfer) || !(await beginCancelling(app.db, transfer.id))) return undefined
  }
  const cancelling = { ...transfer, status: 'cancelling' } as const
  return (await cancelMoves(app, cancelling)) ? takeBack(app, cancelling) : undefined
}

/**
 * Cancels the last move first, and none before that: while the money may be in a game, the game that paid it does not get it back. So
 * when one is not cancelled, those before it stand, and those after it are off. False if the transfer waits for a person now.
 * Throws if the providers are to be asked again.
 */
async function cancelMoves(app: AppContext, transfer: ProviderTransfer): Promise<boolean> {
  const { moves } = transfer
  const left = standingMoves(transfer)
  try {
    for (let last = left.at(-1); last; last = left.at(-1)) {
      await inProviderTime(app.providers.games.cancel(last))
      left.pop()
    }
    return true
  } catch (error) {
    await callPerson(app, transfer, [...left, ...moves.slice(left.length).map(cancelled)], error)
    return false
  }
}

/**
 * Flags the transfer for staff if its provider has had the time to end it; before that it throws the provider's error. It does
 * nothing if the row has changed since it was read: another process has flagged it, and staff may have answered.
 */
async function callPerson(
  { clock, db, log }: AppContext,
  { id, status, moves: read, createdAt }: ProviderTransfer,
  moves: ProviderTransfer['moves'],
  error: unknown,
): Promise<void> {
  if (createdAt > later(clock.now(), -STUCK_AFTER)) throw error
  const { status: statusNow, stuckAt, moves: movesNow } = providerTransfers
  const called = await db
    .update(providerTransfers)
    .set({ stuckAt: clock.now(), moves })
    .where(and(eq(providerTransfers.id, id), eq(statusNow, status), isNull(stuckAt), eq(movesNow, read)))
    .returning({ id: providerTransfers.id })
  if (called.length === 0) return
  log.error('provider-transfer-stuck', { transfer: id, ...describeError(error) })
}

/**
 * Whether all moves were made; if not, they are to be cancelled, or wait for a person where they are for the house. Throws if the providers
 * are to be asked again.
 */
async function askProviders(app: AppContext, transfer: ProviderTransfer): Promise<boolean> {
  const { clock, log, providers } = app
  const { id, moves, createdAt } = transfer
  try {
    for (const move of moves) await inProviderTime(providers.games.move(move))
    return true
  } catch (error) {
    if (isForHouse(transfer)) {
      await callPerson(app, transfer, moves, error)
      return false
    }
    const isHopeless = createdAt <= later(clock.now(), -GIVE_UP)
    if (!(error instanceof ProviderFailure) && !isHopeless) throw error
    log.warn('provider-transfer-failed', { transfer: id, ...describeError(error) })
    return false
  }
}

/**
 * Marks the transfer as one to be cancelled before the first cancel, so that nobody settles it meanwhile. False if another has ended it:
 * it may be settled, and then nothing may be cancelled.
 */
async function beginCancelling(db: Database, id: string): Promise<boolean> {
  const mine = await db
    .update(providerTransfers)
    .set({ status: 'cancelling' })
    .where(eq(providerTransfers.id, id))
    .returning({ id: providerTransfers.id })
  return mine.length > 0
}

/**
 * Has the member's transfers into games cancelled that have not ended: their providers might make them later, while the member has a
 * break. The job asks for it (`finishProviderTransfers`). The caller holds the member.
 */
export async function callBackFromGames(db: Database, memberId: string, now: Date): Promise<void> {
  const { memberId: owner, status, destination } = providerTransfers
  await db
    .update(providerTransfers)
    .set({ status: 'cancelling', leasedUntil: now })
    .where(and(eq(owner, memberId), eq(status, 'moving'), sql`split_part(${destination}, ':', 3) = 'game'`))
}

const settle = (app: AppContext, transfer: ProviderTransfer) => bookEnd(app, transfer, arrive)

const takeBack = (app: AppContext, transfer: ProviderTransfer) => bookEnd(app, transfer, giveBack)

async function bookEnd(
  app: AppContext,
  transfer: ProviderTransfer,
  book: typeof arrive,
): Promise<Answer | undefined> {
  // Without a withdrawal it is one statement, which needs no transaction around it.
  const booked = await inLane(app, () =>
    transfer.withdrawal ? transact(app.db, (tx) => book(app, tx, transfer)) : book(app, app.db, transfer),
  )
  if (!booked) return undefined
  await tell(app, booked)
  return booked.answer
}
