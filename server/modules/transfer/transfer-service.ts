import type { Database } from '../../database/database.ts'
import { ApiError } from '../../http/api-error.ts'
import { everyGameOf, gameOf, walletOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { sweep } from '../../ledger/sweep.ts'
import { accountsOf, requireAccount, requireAccountToEmpty } from '../games/game-account.ts'
import type { ProviderAccount, MoveAtProvider } from './provider-transfers.ts'

export const WALLET = 'WALLET'

export interface TransferOrder {
  memberId: string
  operationId: string
  from: string
  to: string
  /** Satang. */
  amount: number
}

const accountOf = (memberId: string, account: ProviderAccount | null) =>
  account === null ? walletOf(memberId) : gameOf(memberId, account.gameCode)

/**
 * Moves money between the wallet and a game, or two games. The ledger comes first, because it detects a lack of money or a
 * repeat; if a provider fails afterwards, the whole transaction is rolled back.
 */
export async function transferMoney(db: Database, move: MoveAtProvider, order: TransferOrder): Promise<void> {
  const { memberId, operationId, amount } = order
  if (order.from === order.to) throw new ApiError('KEY_INVALID')
  const from = order.from === WALLET ? null : await requireAccountToEmpty(db, memberId, order.from)
  const to = order.to === WALLET ? null : await requireAccount(db, memberId, order.to)

  const posted = await post(db, {
    operationId: `transfer:${operationId}`,
    kind: 'transfer',
    legs: [
      { account: accountOf(memberId, from), amount: -amount },
      { account: accountOf(memberId, to), amount },
    ],
    statements: [{ memberId, type: 'transfer', amount, from: order.from, to: order.to }],
  })
  if (posted.outcome === 'short') throw new ApiError('MONEY_NOT_ENOUGH')
  if (posted.outcome === 'repeated') return
  if (from) await move(from, -amount)
  if (to) await move(to, amount)
}

/** Moves the whole wallet into a game. Returns the satang moved. */
export async function fillGame(
  db: Database,
  move: MoveAtProvider,
  order: { memberId: string; operationId: string; gameCode: string },
): Promise<number> {
  const { memberId, operationId } = order
  const game = await requireAccount(db, memberId, order.gameCode)
  const swept = await sweep(db, {
    operationId: `transfer:${operationId}`,
    kind: 'transfer',
    from: [walletOf(memberId)],
    to: gameOf(memberId, game.gameCode),
    statement: { memberId, type: 'transfer' },
  })
  if (swept.outcome === 'posted') await move(game, swept.amount)
  return swept.amount
}

/** Moves everything from every game into the wallet. Returns the satang moved. */
export async function collectGames(
  db: Database,
  move: MoveAtProvider,
  order: { memberId: string; operationId: string },
): Promise<number> {
  const { memberId, operationId } = order
  const swept = await sweep(db, {
    operationId: `transfer:${operationId}`,
    kind: 'transfer',
    from: [everyGameOf(memberId)],
    to: walletOf(memberId),
    statement: { memberId, type: 'transfer' },
  })
  if (swept.outcome !== 'posted') return swept.amount
  for (const account of await accountsOf(db, memberId)) {
    const amount = swept.moved[gameOf(memberId, account.gameCode)] ?? 0
    if (amount !== 0) await move(account, -amount)
  }
  return swept.amount
}
