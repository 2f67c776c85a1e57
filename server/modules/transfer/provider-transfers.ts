import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { WALLET } from '#api/contract/wallet.ts'
import { HOUR, later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import { retryOnDeadlock, transact } from '../../database/query.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { ApiError } from '../../http/api-error.ts'
import { storedReply } from '../../http/operations/operation-records.ts'
import { inLane } from '../../http/operations/operation-lane.ts'
import type { Answer } from '../../http/operations/operation.ts'
import { type AccountName, gameOf, house, movingOf, walletOf } from '../../ledger/accounts.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { describeError } from '../../log.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { inMemberTime, inTime } from '../../providers/time-limit.ts'
import { type TakenPayout, takeWithdrawal, tellBank } from '../withdraw/withdraw-service.ts'

export type ProviderTransfer = typeof providerTransfers.$inferSelect

/** How long nobody else works on a transfer that somebody has begun to work on, in ms. Two at once would do no harm. */
export const LEASE = MINUTE

/** How long a provider may be silent about a transfer before it is asked to cancel it, in ms. */
const GIVE_UP = 15 * MINUTE

/**
 * A provider that has not cancelled a transfer so long after its beginning, or not paid what is the house's, in ms, will not do it by itself: a
 * person has to ask it.
 */
const STUCK_AFTER = 6 * HOUR

/**
 * Whether it takes a reward back. It never returns: its money is the house's, and once back in the game it would be owed to the member, whose
 * reward has ended.
 */
export const isForHouse = ({ destination }: Pick<ProviderTransfer, 'destination'>): boolean =>
  destination === house.bonus

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
 * Asks the providers, and books what the transfer ended in: all of its moves were made, or all are cancelled (never the house's:
 * `isForHouse`). May be run any
 * number of times, also by several at once: a provider makes one reference once and never after it was cancelled, and only the
 * one who deletes the row books. Returns the operation's answer; undefined if another was faster. Throws if the outcome
 * is not known yet.
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
  const left = moves.filter(({ isCancelled }) => !isCancelled)
  try {
    for (let last = left.at(-1); last; last = left.at(-1)) {
      await inTime(app.providers.games.cancel(last))
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

export const cancelled = (move: ProviderTransfer['moves'][number]) => ({
  ...move,
  isCancelled: true as const,
})

/**
 * Whether all moves were made; if not, they are to be cancelled, or wait for a person where they are for the house. Throws if the providers
 * are to be asked again.
 */
async function askProviders(app: AppContext, transfer: ProviderTransfer): Promise<boolean> {
  const { clock, log, providers } = app
  const { id, moves, createdAt } = transfer
  try {
    for (const move of moves) await inTime(providers.games.move(move))
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
  // Without a withdrawal it is one statement, which needs no transaction around it.
  const booked = await inLane(app, () =>
    transfer.withdrawal ? transact(app.db, (tx) => arrive(app, tx, transfer)) : arrive(app, app.db, transfer),
  )
  if (!booked) return undefined
  await tell(app, booked)
  return booked.answer
}

async function takeBack(app: AppContext, transfer: ProviderTransfer): Promise<Answer | undefined> {
  const booked = await inLane(app, () => giveBack(app, app.db, transfer))
  if (!booked) return undefined
  await tell(app, booked)
  return booked.answer
}

/** What a transfer ended in. */
export interface Booked {
  memberId: string
  answer: Answer
  /** What the bank is to pay now. */
  payout: TakenPayout | null
}

/** Books that the money is where it was to go. Undefined if another has ended the transfer. */
export async function arrive(
  app: AppContext,
  db: Database,
  transfer: ProviderTransfer,
): Promise<Booked | undefined> {
  const { memberId, destination, status, taken, withdrawal } = transfer
  const answer = { status: 200, text: transfer.reply }
  const to = { [destination]: amountOf(taken) }
  if (!(await end(app, db, transfer, { status, end: 'settled', to, answer }))) return undefined
  const now = app.clock.now()
  const payout = withdrawal && (await takeWithdrawal(db, { memberId, now, ...withdrawal }))
  return { memberId, answer, payout }
}

/** Books that the money is back where it came from. Undefined if another has ended the transfer. */
export async function giveBack(
  app: AppContext,
  db: Database,
  transfer: ProviderTransfer,
): Promise<Booked | undefined> {
  const { memberId, taken } = transfer
  const answer = failed('TRANSFER_FAIL')
  const isMine = await end(app, db, transfer, { status: 'cancelling', end: 'returned', to: taken, answer })
  return isMine ? { memberId, answer, payout: null } : undefined
}

/**
 * Books that every move which is not cancelled was made for good, all of them out of games. What they paid goes to the wallet, the rest back
 * to where it came from, and a withdrawal that was to follow is dropped. Undefined if somebody else has ended the transfer.
 */
export async function keepPaid(
  app: AppContext,
  tx: Transaction,
  transfer: ProviderTransfer,
): Promise<Booked | undefined> {
  const { id, memberId, moves, taken } = transfer
  const paying = moves.filter(({ isCancelled }) => !isCancelled).map(({ gameCode }) => gameCode)
  const paid = new Set<string>(paying.map((game) => gameOf(memberId, game)))
  const to: Record<string, number> = {}
  for (const [account, amount] of Object.entries(taken)) {
    const target = paid.has(account) ? walletOf(memberId) : account
    to[target] = (to[target] ?? 0) + amount
  }
  // No code says it. A person has decided, not the member's call, so it is in the site's own language.
  const answer = failed(app.config.laos ? PAID_FIRST.la : PAID_FIRST.th)
  if (!(await end(app, tx, transfer, { status: 'cancelling', end: 'paid', to, answer }))) return undefined
  // What was paid has succeeded, into the wallet. The newest row has the wallet at the end, as provider_transfer_end has it.
  const { from, amount } = statements
  const rows = await tx
    .select({ id: statements.id, from, amount })
    .from(statements)
    .where(eq(statements.reference, id))
    .orderBy(desc(statements.id))
  let { wallet } = await balancesOf(tx, memberId)
  for (const row of rows) {
    if (row.from === null || !paying.includes(row.from)) continue
    const succeeded = { status: 'SUCCESS', to: WALLET, balanceAfter: wallet } as const
    await tx.update(statements).set(succeeded).where(eq(statements.id, row.id))
    wallet -= row.amount
  }
  return { memberId, answer, payout: null }
}

const PAID_FIRST = {
  th: 'โอนเงินไม่สำเร็จ เงินที่เกมจ่ายออกมาแล้วอยู่ในกระเป๋าเงินของคุณ ส่วนที่เหลืออยู่ที่เดิม',
  la: 'ໂອນເງິນບໍ່ສຳເລັດ ເງິນທີ່ເກມຈ່າຍອອກມາແລ້ວຢູ່ໃນກະເປົາເງິນຂອງທ່ານ ສ່ວນທີ່ເຫຼືອຢູ່ບ່ອນເກົ່າ',
}

const failed = (message: string): Answer => ({
  status: new ApiError('TRANSFER_FAIL').status,
  text: JSON.stringify({ message }),
})

interface End {
  /** The status the row must still have. */
  status: ProviderTransfer['status']
  end: 'settled' | 'returned' | 'paid'
  /** Satang to each account, from what is on its way. */
  to: Record<string, number>
  answer: Answer
}

/**
 * Books the end in one statement, which is a transaction of its own where there is none: the row, the money, the statement's rows
 * and the operation's answer. False if another has ended the transfer.
 */
async function end(
  { clock, keys }: AppContext,
  db: Database,
  { id, memberId, operationId, taken }: ProviderTransfer,
  { status, end, to, answer }: End,
): Promise<boolean> {
  const total = amountOf(taken)
  // Nothing was reserved by releases before this table.
  const legs = total === 0 ? [] : [{ account: movingOf(memberId), amount: -total }, ...legsOf(to)]
  const rowStatus = end === 'settled' ? 'SUCCESS' : 'FAILED'
  const reply = storedReply(keys, { owner: memberId, operationId }, answer)
  const values = { id, status, end, rowStatus, reply, legs: JSON.stringify(legs), httpStatus: answer.status }
  const now = clock.now().toISOString()
  const [row] = await retryOnDeadlock(db, () => providerTransferEnd(db, { ...values, now }))
  return row?.isMine ?? false
}

const providerTransferEnd = preparedRows<{ isMine: boolean }>(
  sql`select provider_transfer_end(${placeholder('id')}, ${placeholder('status')}, ${placeholder('end')},
    ${placeholder('legs')}::jsonb, ${placeholder('rowStatus')}, ${placeholder('httpStatus')}, ${placeholder('reply')},
    ${placeholder('now')}) as "isMine"`,
)

/** Notifies the member's apps, and hands the bank what it is to pay. Never throws. */
export async function tell(app: AppContext, { memberId, payout }: Booked): Promise<void> {
  if (payout) await tellBank(app, memberId, payout)
  else app.realtime.walletChanged(memberId, 'transfer')
}

/** Satang in all. */
export const amountOf = (taken: Record<string, number>): number =>
  Object.values(taken).reduce((sum, amount) => sum + amount, 0)

/** A leg for each account. */
export const legsOf = (accounts: Record<string, number>) =>
  Object.entries(accounts).map(([account, amount]) => ({ account: account as AccountName, amount }))
