import type { Database } from '../../database/database.ts'
import { gameOf, walletOf } from '../../ledger/accounts.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { accountsOf, type GameAccountRow, requireAccount } from '../games/game-account.ts'
import type { Plan } from './provider-transfers.ts'

export const WALLET = 'WALLET'

type Moves = Omit<Plan<unknown>, 'reply' | 'withdrawal'>

const moveOf = ({ gameCode, username }: GameAccountRow, amount: number) => ({ gameCode, username, amount })

/** The whole wallet into a game; null if the wallet is empty. The caller holds the member's lock. */
export async function planFilling(db: Database, memberId: string, gameCode: string): Promise<Moves | null> {
  const game = await requireAccount(db, memberId, gameCode)
  const { wallet } = await balancesOf(db, memberId)
  if (wallet === 0) return null
  return {
    taken: { [walletOf(memberId)]: wallet },
    destination: gameOf(memberId, gameCode),
    moves: [moveOf(game, wallet)],
    rows: [{ from: WALLET, to: gameCode, amount: wallet }],
  }
}

/** Everything from every game into the wallet; null if there is nothing. The caller holds the member's lock. */
export async function planCollecting(db: Database, memberId: string): Promise<Moves | null> {
  const { games } = await balancesOf(db, memberId)
  const held = Object.entries(games).filter(([, amount]) => amount > 0)
  if (held.length === 0) return null
  const accounts = await accountsOf(db, memberId)
  return {
    taken: Object.fromEntries(held.map(([code, amount]) => [gameOf(memberId, code), amount])),
    destination: walletOf(memberId),
    moves: accounts.flatMap((account) => {
      const amount = games[account.gameCode] ?? 0
      return amount > 0 ? [moveOf(account, -amount)] : []
    }),
    rows: held.map(([from, amount]) => ({ from, to: WALLET, amount })),
  }
}
