import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Call } from '#api/contract/call.ts'
import { later, MINUTE, SECOND } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { ApiError } from '../../http/api-error.ts'
import { type Answer, Reservation } from '../../http/reservation.ts'
import type { RequestContext } from '../../http/route.ts'
import { endOperation } from '../../http/run-operation.ts'
import { type AccountName, movingOf } from '../../ledger/accounts.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { post } from '../../ledger/post.ts'
import { describeError } from '../../log.ts'
import type { Payout } from '../../providers/bank.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { inTime, ProviderTimeout } from '../../providers/time-limit.ts'
import { sendPayout } from '../withdraw/send-payout.ts'
import { type Payee, takeWithdrawal } from '../withdraw/withdraw-service.ts'

type ProviderTransfer = typeof providerTransfers.$inferSelect

/** How long the member waits before the answer is PROCESSING, in ms. */
const PATIENCE = 10 * SECOND

/** How long nobody else works on a transfer that somebody has begun to work on, in ms. Two at once would do no harm. */
export const LEASE = MINUTE

/** A provider that has been silent about a transfer for so long, in ms, is told that it is off. */
const GIVE_UP = 15 * MINUTE

export interface Plan<Reply> {
  /** Satang from each of the member's accounts. */
  taken: Record<AccountName, number>
  destination: AccountName
  /** Satang: into the game when positive, out of it when negative. */
  moves: readonly { gameCode: string; username: string; amount: number }[]
  /** The statement's rows. */
  rows: readonly { from: string; to: string; amount: number }[]
  /** What is withdrawn once the money is at the destination; satang. */
  withdrawal?: Payee & { amount: number }
  reply: Reply
}

type Asked = Pick<RequestContext<Call>, 'app' | 'db' | 'operationId'> & { member: { id: string } }

/**
 * Reserves the money of a transfer: it leaves its accounts for the one that stands for money on its way. The providers are asked
 * after the commit. Refuses with MONEY_NOT_ENOUGH.
 */
export async function reserveTransfer<Reply>(
  { app, db, member, operationId }: Asked,
  plan: Plan<Reply>,
): Promise<Reservation<Reply>> {
  const id = randomUUID()
  const memberId = member.id
  const posted = await post(db, {
    operationId: `transfer:${operationId}`,
    kind: 'transfer',
    legs: [
      ...legsOf(plan.taken).map(({ account, amount }) => ({ account, amount: -amount })),
      { account: movingOf(memberId), amount: amountOf(plan.taken) },
    ],
    statements: plan.rows.map((row) => ({
      memberId,
      type: 'transfer',
      status: 'PENDING',
      reference: id,
      ...row,
    })),
  })
  if (posted.outcome === 'short') throw new ApiError('MONEY_NOT_ENOUGH')
  if (posted.outcome === 'repeated') throw new Error(`${operationId} was begun before`)
  return new Reservation({
    reply: plan.reply,
    keep: (body) => keep(app, db, { id, memberId, operationId, body, plan }),
    finish: () => finishInTime(app, { id, memberId }),
  })
}

interface Kept {
  id: string
  memberId: string
  operationId: string
  body: string
  plan: Plan<unknown>
}

async function keep({ clock }: AppContext, db: Database, { id, plan, body, ...whose }: Kept): Promise<void> {
  const now = clock.now()
  await db.insert(providerTransfers).values({
    id,
    ...whose,
    // Each provider knows the transfer by this name, however often it is asked.
    moves: plan.moves.map((move) => ({ ...move, reference: `${id}:${move.gameCode}` })),
    taken: plan.taken,
    destination: plan.destination,
    withdrawal: plan.withdrawal,
    reply: body,
    leasedUntil: later(now, LEASE),
    createdAt: now,
  })
}

/** The operation's answer, or after 10 s that it is under way. */
async function finishInTime(
  app: AppContext,
  { id, memberId }: { id: string; memberId: string },
): Promise<Answer> {
  const finishing = finishProviderTransfer(app, id).catch((error: unknown) => {
    app.log.error('provider-transfer-unfinished', { transfer: id, ...describeError(error) })
    return undefined
  })
  const answer = await inTime(finishing, PATIENCE).catch((error: unknown) => {
    if (error instanceof ProviderTimeout) return undefined
    throw error
  })
  if (answer) return answer
  app.realtime.walletChanged(memberId, 'transfer')
  return { status: 202, text: JSON.stringify({ message: 'PROCESSING' }) }
}

/**
 * Asks the providers, and books what the transfer ended in: all of its moves were made, or all are cancelled. May be run any
 * number of times, also by several at once: a provider makes one reference once and never after it was cancelled, and only the
 * one who deletes the row books. Returns the operation's answer; undefined if another was faster. Throws if the outcome
 * is not known yet.
 */
export async function finishProviderTransfer(app: AppContext, id: string): Promise<Answer | undefined> {
  const [transfer] = await app.db.select().from(providerTransfers).where(eq(providerTransfers.id, id))
  if (!transfer) return undefined
  if (transfer.status === 'moving') {
    if (await askProviders(app, transfer)) return settle(app, transfer)
    if (!(await beginCancelling(app.db, id))) return undefined
  }
  for (const move of transfer.moves) await inTime(app.providers.games.cancel(move))
  return takeBack(app, transfer)
}

/** Whether all moves were made; if not, they are to be cancelled. */
async function askProviders(
  { clock, log, providers }: AppContext,
  { id, moves, createdAt }: ProviderTransfer,
): Promise<boolean> {
  try {
    for (const move of moves) await inTime(providers.games.move(move))
    return true
  } catch (error) {
    const isHopeless = createdAt <= later(clock.now(), -GIVE_UP)
    if (!(error instanceof ProviderFailure) && !isHopeless) throw error
    log.warn('provider-transfer-failed', { transfer: id, ...describeError(error) })
    return false
  }
}

/**
 * Written down before the first cancel, so that nobody settles any more. False if another has ended the transfer: it may have
 * settled it, and then nothing may be cancelled.
 */
async function beginCancelling(db: Database, id: string): Promise<boolean> {
  const mine = await db
    .update(providerTransfers)
    .set({ status: 'cancelling' })
    .where(eq(providerTransfers.id, id))
    .returning({ id: providerTransfers.id })
  return mine.length > 0
}

async function settle(app: AppContext, transfer: ProviderTransfer): Promise<Answer | undefined> {
  const { memberId, destination, operationId, withdrawal } = transfer
  const answer = { status: 200, text: transfer.reply }
  const settled = await transact(app.db, async (tx) => {
    if (!(await begin(tx, transfer, 'moving'))) return undefined
    await book(tx, transfer, 'settled', { [destination]: amountOf(transfer.taken) })
    const payout = withdrawal && (await takeWithdrawal(tx, { memberId, now: app.clock.now(), ...withdrawal }))
    await endOperation(app, tx, { owner: memberId, operationId }, answer)
    return { payout }
  })
  if (!settled) return undefined
  await tell(app, memberId, settled.payout)
  return answer
}

async function takeBack(app: AppContext, transfer: ProviderTransfer): Promise<Answer | undefined> {
  const { memberId, operationId } = transfer
  const { status, body } = new ApiError('TRANSFER_FAIL')
  const answer = { status, text: JSON.stringify(body) }
  const isMine = await transact(app.db, async (tx) => {
    if (!(await begin(tx, transfer, 'cancelling'))) return false
    await book(tx, transfer, 'returned', transfer.taken)
    await endOperation(app, tx, { owner: memberId, operationId }, answer)
    return true
  })
  if (!isMine) return undefined
  await tell(app, memberId)
  return answer
}

/** Whether this transaction is the one that ends the transfer. */
async function begin(
  tx: Transaction,
  { id, memberId }: ProviderTransfer,
  status: ProviderTransfer['status'],
): Promise<boolean> {
  await lockMember(tx, memberId)
  const mine = await tx
    .delete(providerTransfers)
    .where(and(eq(providerTransfers.id, id), eq(providerTransfers.status, status)))
    .returning({ id: providerTransfers.id })
  return mine.length > 0
}

/** Moves the money from its way to these accounts, and decides the statement's rows. */
async function book(
  tx: Transaction,
  { id, memberId, operationId, taken }: ProviderTransfer,
  end: 'settled' | 'returned',
  to: Record<string, number>,
): Promise<void> {
  // Nothing was reserved by releases before this table.
  if (amountOf(taken) === 0) return
  const { outcome } = await post(tx, {
    operationId: `transfer-${end}:${operationId}`,
    kind: `transfer-${end}`,
    legs: [{ account: movingOf(memberId), amount: -amountOf(taken) }, ...legsOf(to)],
  })
  if (outcome !== 'posted') throw new Error(`Transfer ${id} is not in the books as it should be`)
  await tx
    .update(statements)
    .set({ status: end === 'settled' ? 'SUCCESS' : 'FAILED' })
    .where(eq(statements.reference, id))
}

async function tell(app: AppContext, memberId: string, payout: Payout | null = null): Promise<void> {
  app.realtime.walletChanged(memberId, payout ? 'withdraw' : 'transfer')
  if (payout) await sendPayout(app, payout)
}

/** Satang in all. */
export const amountOf = (taken: Record<string, number>): number =>
  Object.values(taken).reduce((sum, amount) => sum + amount, 0)

const legsOf = (accounts: Record<string, number>) =>
  Object.entries(accounts).map(([account, amount]) => ({ account: account as AccountName, amount }))
