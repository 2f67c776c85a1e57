import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { transfer as transferCall } from '#api/contract/wallet.ts'
import { whileSignedIn } from '../../auth/sessions.ts'
import { later } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import { ApiError } from '../../http/api-error.ts'
import { SessionEnded } from '../../http/bearer.ts'
import type { Answer, Begun } from '../../http/operation.ts'
import type { BeginContext } from '../../http/route.ts'
import { beginning } from '../../http/run-operation.ts'
import { movingOf } from '../../ledger/accounts.ts'
import type { Payee } from '../withdraw/withdraw-service.ts'
import type { Moves } from './plan-transfers.ts'
import { amountOf, finishInTime, LEASE, legsOf, type ProviderTransfer } from './provider-transfers.ts'

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

interface TransferBegun extends Omit<Begun, 'finish'>, Pick<ProviderTransfer, 'moves' | 'destination'> {
  source: string
}

const transferBegin = preparedRows<TransferBegun>(
  sql`${whileSignedIn} select ${beginning}, refusal, moves, source, destination
    from caller cross join lateral transfer_begin(caller.id, ${placeholder('key')}, ${placeholder('call')},
      ${placeholder('bodyHash')}, ${placeholder('id')}, ${placeholder('operationId')}, ${placeholder('from')},
      ${placeholder('to')}, ${placeholder('amount')}, ${placeholder('refusal')}, ${placeholder('reply')},
      ${placeholder('leasedUntil')}, ${placeholder('now')})`,
)

/**
 * Begins a transfer between the wallet and a game, or two games, of which the first pays before the second one is asked: reserves its
 * money, in one statement that also looks for the session and takes the operation's key. `refusal`: for what is wrong whatever the
 * database says, unless the key has been used.
 */
export async function beginTransfer(
  { app, member, session, operationId, key, body }: BeginContext<typeof transferCall>,
  { refusal, reply }: { refusal: ErrorCode | null; reply: string },
): Promise<Begun> {
  const now = app.clock.now()
  const id = randomUUID()
  const { from, to, amount } = body
  const [begun] = await transferBegin(app.db, {
    owner: key.owner,
    session,
    key: key.key ?? null,
    call: key.call,
    bodyHash: key.bodyHash,
    id,
    operationId,
    from,
    to,
    amount,
    refusal,
    reply,
    leasedUntil: later(now, LEASE).toISOString(),
    now: now.toISOString(),
  })
  if (!begun) throw new SessionEnded()
  const { moves, source, destination, ...rest } = begun
  const finish = () => {
    const asked = { id, moves, taken: { [source]: amount }, destination, withdrawal: null, reply }
    return finishInTime(app, newTransfer({ member, operationId }, now, asked))
  }
  return { ...rest, finish }
}
