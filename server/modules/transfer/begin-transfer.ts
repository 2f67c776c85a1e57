import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { transfer as transferCall } from '#api/contract/wallet.ts'
import { later } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Answer, Begun } from '../../http/operations/operation.ts'
import type { BeginContext } from '../../http/route.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import { movingOf } from '../../ledger/accounts.ts'
import type { Payee } from '../withdraw/withdraw-service.ts'
import type { Moves } from './plan-transfers.ts'
import { finishInTime, LEASE } from './finish-transfer.ts'
import { amountOf, legsOf, type ProviderTransfer } from './provider-transfers.ts'

interface Operation {
  app: AppContext
  member: { id: string }
  operationId: string
}

interface TransferPlan extends Moves {
  /** Names the transfer, and is the reference of its rows in the statement; a new one by default. */
  id?: string
  /** What is withdrawn once the money is at the destination; satang. */
  withdrawal?: Payee & { amount: number }
  /** The body that answers the operation when the transfer has succeeded. */
  reply: string
}

const newTransfer = (
  { member, operationId }: Omit<Operation, 'app'>,
  now: Date,
  asked: Pick<ProviderTransfer, 'id' | 'moves' | 'taken' | 'destination' | 'withdrawal' | 'reply'>,
): ProviderTransfer => ({
  memberId: member.id,
  operationId,
  status: 'moving',
  leasedUntil: later(now, LEASE),
  stuckAt: null,
  createdAt: now,
  ...asked,
})

/** A transfer whose money is not reserved yet: as the providers will be asked for it (`transfer`), and as `transfers_reserve` takes it (`given`). */
export function planTransfer(
  { app, member, operationId }: Operation,
  { id = randomUUID(), taken, destination, moves, rows, withdrawal, reply }: TransferPlan,
) {
  const now = app.clock.now()
  const transfer = newTransfer({ member, operationId }, now, {
    id,
    // Each provider knows the transfer by this name, however often it is asked.
    moves: moves.map((move) => ({ ...move, reference: `${id}:${move.gameCode}` })),
    taken,
    destination,
    withdrawal: withdrawal ?? null,
    reply,
  })
  const given = {
    id,
    operation: operationId,
    legs: [
      ...legsOf(taken).map(({ account, amount }) => ({ account, amount: -amount })),
      { account: movingOf(member.id), amount: amountOf(taken) },
    ],
    statements: rows.map((row) => ({
      memberId: member.id,
      type: 'transfer',
      status: 'PENDING',
      reference: id,
      ...row,
    })),
    moves: transfer.moves,
    taken,
    destination,
    withdrawal: transfer.withdrawal,
    reply,
    leasedUntil: transfer.leasedUntil,
  }
  return { transfer, given }
}

const reserve = preparedRows<{ told: { refusal?: ErrorCode } }>(
  sql`select transfers_reserve(${placeholder('memberId')}, ${placeholder('given')}::jsonb,
    ${placeholder('now')}::timestamptz) as told`,
)

/**
 * Reserves the money of a transfer in the caller's transaction: it leaves its accounts for the one that stands for money on its way.
 * Refuses with MONEY_NOT_ENOUGH. Returns a function that asks the providers, for after the commit.
 */
export async function reserveTransfer(
  db: Database,
  operation: Operation,
  plan: TransferPlan,
): Promise<() => Promise<Answer>> {
  const { app, member } = operation
  const { transfer, given } = planTransfer(operation, plan)
  const now = transfer.createdAt.toISOString()
  const values = { memberId: member.id, given: JSON.stringify({ transfers: [given] }), now }
  const [row] = await reserve(db, values)
  if (row?.told.refusal) throw new ApiError(row.told.refusal)
  return () => finishInTime(app, transfer)
}

const transferBegin = operationBy<
  object,
  Pick<ProviderTransfer, 'moves' | 'destination'> & { source: string }
>('transfer_begin')

/**
 * Begins a transfer between the wallet and a game, or between two games; the first game pays before the second is asked. `refusal`: the
 * error of a request that no state of the database could make right. A key that was used before answers as it did then.
 */
export function beginTransfer(
  context: BeginContext<typeof transferCall>,
  { refusal, reply }: { refusal: ErrorCode | null; reply: string },
): Promise<Begun> {
  const { from, to, amount } = context.body
  return transferBegin(context, () => {
    const id = randomUUID()
    const now = context.app.clock.now()
    const leasedUntil = later(now, LEASE)
    return {
      refusal: refusal ? { code: refusal, details: {} } : undefined,
      given: { id, operation: context.operationId, from, to, amount, reply, leasedUntil },
      body: reply,
      finish: ({ moves, source, destination }) => {
        const asked = { id, moves, taken: { [source]: amount }, destination, withdrawal: null, reply }
        return finishInTime(context.app, newTransfer(context, now, asked))
      },
    }
  })
}
