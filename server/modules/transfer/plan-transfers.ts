import { sql } from 'drizzle-orm'
import { WALLET } from '#api/contract/wallet.ts'
import { sessionWith } from '../../auth/sessions.ts'
import type { Database } from '../../database/database.ts'
import { onlyRow, rowsOf } from '../../database/query.ts'
import { members } from '../../database/schema/members.ts'
import { type AccountName, gameOf, house, walletOf } from '../../ledger/accounts.ts'
import { amountOf } from './provider-transfers.ts'

/** What transfers of everything are planned by (`member_funds`); satang. Games: those where the member has an account. */
export interface Funds {
  wallet: number
  games: readonly { code: string; username: string; isActive: boolean; amount: number }[]
}

/** The caller's funds, as a column to read together with the session (`sessionWith`). */
export const funds = sql<Funds>`member_funds(${members.id})`

export const fundsWithSession = sessionWith({ funds })

/** The member's funds, read alone. */
export async function fundsOf(db: Database, memberId: string): Promise<Funds> {
  return onlyRow(await rowsOf<{ funds: Funds }>(db, sql`select member_funds(${memberId}) as funds`)).funds
}

type Reward = 'bonus' | 'promotion'

export interface Moves {
  /** Satang from each of the member's accounts. */
  taken: Record<AccountName, number>
  destination: AccountName
  /** Satang: into the game when positive, out of it when negative. */
  moves: readonly { gameCode: string; username: string; amount: number }[]
  /** The statement's rows. */
  rows: readonly { from: string; to?: string; amount: number; type?: 'finish_bonus'; source?: Reward }[]
}

/** An account in a game that money goes into; without a username the member has none, or it is closed. */
interface GameAccount {
  code: string
  username?: string | undefined
}

export const accountIn = (games: Funds['games'], code: string): GameAccount => ({
  code,
  username: games.find((game) => game.code === code && game.isActive)?.username,
})

/** `amount` (satang) from the wallet into a game; null if it is 0, or the member has no account there. */
export function planFilling(amount: number, memberId: string, { code, username }: GameAccount): Moves | null {
  if (username === undefined || amount === 0) return null
  return {
    taken: { [walletOf(memberId)]: amount },
    destination: gameOf(memberId, code),
    moves: [{ gameCode: code, username, amount }],
    rows: [{ from: WALLET, to: code, amount }],
  }
}

const holding = (games: Funds['games']) => games.filter(({ amount }) => amount > 0)

/** Everything from each game that holds money into the wallet, one plan for each. */
export const planEach = (games: Funds['games'], memberId: string): Moves[] =>
  holding(games).map((game) => movesOut(memberId, [game]))

/** What games hold of a reward that is not played, one plan for each, back to the house. */
export const planTakingBack = (games: Funds['games'], memberId: string, source: Reward): Moves[] =>
  holding(games).map((game) => ({
    ...movesOut(memberId, [game]),
    destination: house.bonus,
    rows: [{ type: 'finish_bonus', source, from: game.code, amount: game.amount }],
  }))

/**
 * Everything from every game into the wallet; null if the games hold nothing. `withdrawal` (satang) is withdrawn once that has arrived.
 * If the games hold less, the plan takes the rest from the wallet at once, so that nobody spends it meanwhile. `withdrawal_begin` writes
 * the statement's row of that rest.
 */
export function planCollecting(games: Funds['games'], memberId: string, withdrawal = 0): Moves | null {
  const held = holding(games)
  if (held.length === 0) return null
  const plan = movesOut(memberId, held)
  const missing = withdrawal - amountOf(plan.taken)
  return missing > 0 ? { ...plan, taken: { ...plan.taken, [walletOf(memberId)]: missing } } : plan
}

const movesOut = (memberId: string, games: Funds['games']): Moves => ({
  taken: Object.fromEntries(games.map(({ code, amount }) => [gameOf(memberId, code), amount])),
  destination: walletOf(memberId),
  moves: games.map(({ code, username, amount }) => ({ gameCode: code, username, amount: -amount })),
  rows: games.map(({ code, amount }) => ({ from: code, to: WALLET, amount })),
})
