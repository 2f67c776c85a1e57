import { desc, eq, sql } from 'drizzle-orm'
import { WALLET } from '#api/contract/wallet.ts'
import type { AppContext } from '../../context.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import { retryOnDeadlock } from '../../database/query.ts'
import type { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { statements } from '../../database/schema/statements.ts'
import { endCancellableReward } from '../../deposits/active-reward.ts'
import { ApiError } from '../../http/api-error.ts'
import { storedReply } from '../../http/operations/operation-records.ts'
import type { Answer } from '../../http/operations/operation.ts'
import { type AccountName, gameOf, house, movingOf, walletOf } from '../../ledger/accounts.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { type TakenPayout, takeWithdrawal, tellBank } from '../withdraw/withdraw-service.ts'

export type ProviderTransfer = typeof providerTransfers.$inferSelect

/**
 * Whether the transfer takes a reward back to the house. Such a one is never cancelled: back in the game, the money would be owed to the
 * member, whose reward has ended.
 */
export const isForHouse = ({ destination }: Pick<ProviderTransfer, 'destination'>): boolean =>
  destination === house.bonus

/** The moves of a transfer that are not cancelled, in the order in which the games are asked. */
export const standingMoves = ({ moves }: Pick<ProviderTransfer, 'moves'>): ProviderTransfer['moves'] =>
  moves.filter(({ isCancelled }) => !isCancelled)

export const cancelled = (move: ProviderTransfer['moves'][number]) => ({
  ...move,
  isCancelled: true as const,
})

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
  if (!isMine) return undefined
  await dropWithdrawal(db, transfer)
  return { memberId, answer, payout: null }
}

/** What was to be withdrawn is the member's to play again: it is not held by a bonus that was lost meanwhile. */
async function dropWithdrawal(db: Database, { memberId, withdrawal }: ProviderTransfer): Promise<void> {
  if (withdrawal) await endCancellableReward(db, memberId, withdrawal.amount)
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
  const { id, memberId, taken } = transfer
  const paying = standingMoves(transfer).map(({ gameCode }) => gameCode)
  const paid = new Set<string>(paying.map((game) => gameOf(memberId, game)))
  const to: Record<string, number> = {}
  for (const [account, amount] of Object.entries(taken)) {
    const target = paid.has(account) ? walletOf(memberId) : account
    to[target] = (to[target] ?? 0) + amount
  }
  // There is no code for this answer. It is in the site's own language, because a person decided it and not the member's call.
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
  await dropWithdrawal(tx, transfer)
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
