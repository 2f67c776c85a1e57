import type { Database } from '../../database/database.ts'
import { gameOf, walletOf } from '../../ledger/accounts.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { accountsOf, type GameAccountRow, requireAccount } from '../games/game-account.ts'
import type { Plan } from './begin-transfer.ts'

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

/** Everything from each game that holds money into the wallet, one plan for each. The caller holds the member's lock. */
export async function planEach(db: Database, memberId: string): Promise<Moves[]> {
  const { games } = await balancesOf(db, memberId)
  const accounts = await accountsOf(db, memberId)
  return accounts.flatMap((account) => {
    const { gameCode } = account
    const amount = games[gameCode] ?? 0
    return amount > 0 ? [movesOut(memberId, [account], { [gameCode]: amount })] : []
  })
}

/** Everything from every game into the wallet; null if there is nothing. The caller holds the member's lock. */
export async function planCollecting(db: Database, memberId: string): Promise<Moves | null> {
  const { games } = await balancesOf(db, memberId)
  const held = Object.fromEntries(Object.entries(games).filter(([, amount]) => amount > 0))
  return Object.keys(held).length === 0 ? null : movesOut(memberId, await accountsOf(db, memberId), held)
}

/** `held`: satang by game. */
function movesOut(
  memberId: string,
  accounts: readonly GameAccountRow[],
  held: Record<string, number>,
): Moves {
  const amounts = Object.entries(held)
  return {
    taken: Object.fromEntries(amounts.map(([code, amount]) => [gameOf(memberId, code), amount])),
    destination: walletOf(memberId),
    moves: accounts.flatMap((account) => {
      const amount = held[account.gameCode] ?? 0
      return amount > 0 ? [moveOf(account, -amount)] : []
    }),
    rows: amounts.map(([from, amount]) => ({ from, to: WALLET, amount })),
  }
}
