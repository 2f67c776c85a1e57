import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Call } from '#api/contract/call.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { transfer as transferCall } from '#api/contract/wallet.ts'
import { whileSignedIn } from '../../auth/sessions.ts'
import { later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { given, prepared, preparedRows } from '../../database/prepared.ts'
import { sentTogether } from '../../database/query.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { ApiError } from '../../http/api-error.ts'
import { SessionEnded } from '../../http/bearer.ts'
import { type Begun, Reservation } from '../../http/reservation.ts'
import type { BeginContext, RequestContext } from '../../http/route.ts'
import { beginning } from '../../http/run-operation.ts'
import { type AccountName, movingOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import type { Payee } from '../withdraw/withdraw-service.ts'
import { amountOf, finishInTime, LEASE, legsOf, type ProviderTransfer } from './provider-transfers.ts'

export interface Plan<Reply> {
  /** Names the transfer, and is the reference of its rows in the statement; a new one by default. */
  id?: string
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
export function reserveTransfer<Reply>(
  { app, db, member, operationId }: Asked,
  plan: Plan<Reply>,
): Reservation<Reply> {
  const now = app.clock.now()
  const { id = randomUUID() } = plan
  const transfer = {
    id,
    memberId: member.id,
    operationId,
    status: 'moving' as const,
    // Each provider knows the transfer by this name, however often it is asked.
    moves: plan.moves.map((move) => ({ ...move, reference: `${id}:${move.gameCode}` })),
    taken: plan.taken,
    destination: plan.destination,
    withdrawal: plan.withdrawal ?? null,
    leasedUntil: later(now, LEASE),
    stuckAt: null,
    createdAt: now,
  }
  let kept: ProviderTransfer | undefined
  return new Reservation({
    reply: plan.reply,
    async keep(reply) {
      kept = { ...transfer, reply }
      await reserve(db, kept, plan.rows)
    },
    finish: () => {
      if (!kept) throw new Error('Nothing was reserved')
      return finishInTime(app, kept)
    },
  })
}

const insertTransfer = prepared((db) =>
  db.insert(providerTransfers).values({
    id: given('id'),
    memberId: given('memberId'),
    operationId: given('operationId'),
    status: given('status'),
    moves: given('moves'),
    taken: given('taken'),
    destination: given('destination'),
    // As text: the column would make JSON's null of what is missing.
    withdrawal: sql`${given('withdrawal')}::jsonb`,
    reply: given('reply'),
    leasedUntil: given('leasedUntil'),
    createdAt: given('createdAt'),
  }),
)

async function reserve(db: Database, transfer: ProviderTransfer, rows: Plan<unknown>['rows']): Promise<void> {
  const { id, memberId, operationId, taken, withdrawal } = transfer
  // Where the money is short, the transaction takes the row back.
  const [posted] = await sentTogether(
    post(db, {
      operationId: `transfer:${operationId}`,
      kind: 'transfer',
      legs: [
        ...legsOf(taken).map(({ account, amount }) => ({ account, amount: -amount })),
        { account: movingOf(memberId), amount: amountOf(taken) },
      ],
      statements: rows.map((row) => ({
        memberId,
        type: 'transfer',
        status: 'PENDING',
        reference: id,
        ...row,
      })),
    }),
    insertTransfer(db, { ...transfer, withdrawal: withdrawal && JSON.stringify(withdrawal) }),
  )
  if (posted.outcome === 'short') throw new ApiError('MONEY_NOT_ENOUGH')
  if (posted.outcome === 'repeated') throw new Error(`${operationId} was begun before`)
}

interface TransferBegun extends Omit<Begun, 'finish'>, Pick<ProviderTransfer, 'moves' | 'destination'> {
  source: string
}

const transferBegin = preparedRows<TransferBegun>(
  sql`${whileSignedIn} select ${beginning}, refusal, moves, source, destination from caller cross join lateral transfer_begin(caller.id, ${given('key')},
    ${given('call')}, ${given('bodyHash')}, ${given('id')}, ${given('operationId')}, ${given('from')}, ${given('to')}, ${given('amount')},
    ${given('refusal')}, ${given('reply')}, ${given('leasedUntil')}, ${given('now')})`,
)

/**
 * Begins a transfer between the wallet and a game, or two games, of which the first pays before the second one is asked: as
 * `reserveTransfer` does, in one statement that also looks for the session and takes the operation's key. `refusal`: for what is wrong whatever the
 * database says, unless the key has been used.
 */
export async function beginTransfer(
  { app, member, session, operationId, key, body }: BeginContext<typeof transferCall>,
  { refusal, reply }: { refusal: ErrorCode | null; reply: string },
): Promise<Begun> {
  const now = app.clock.now()
  const id = randomUUID()
  const leasedUntil = later(now, LEASE)
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
    leasedUntil: leasedUntil.toISOString(),
    now: now.toISOString(),
  })
  if (!begun) throw new SessionEnded()
  const { moves, source, destination, ...rest } = begun
  const finish = () => {
    return finishInTime(app, {
      id,
      memberId: member.id,
      operationId,
      status: 'moving',
      moves,
      taken: { [source]: amount },
      destination,
      withdrawal: null,
      reply,
      leasedUntil,
      stuckAt: null,
      createdAt: now,
    })
  }
  return { ...rest, finish }
}
