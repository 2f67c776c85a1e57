import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../log.ts'
import { movesUnderWay } from '../transfer/moves-under-way.ts'
import { type Funds, fundsOf } from '../transfer/plan-transfers.ts'
import { isForHouse } from '../transfer/provider-transfers.ts'
import { askBalances } from '../../providers/ask-balances.ts'
import { booksOfGames } from '../wallet/books-of-games.ts'

export interface GameAnswers {
  /** The newest entry of the member's money on its way, before the games were asked. */
  moving: number | undefined
  /** What each game would pay now, in satang. One that did not answer is left out. */
  balances: Record<string, number>
}

/** Asks the games that hold money of this member. */
export async function askGames(
  from: { app: AppContext; log: Logger },
  memberId: string,
): Promise<GameAnswers> {
  const { db } = from.app
  const moving = await newestMove(db, memberId)
  const { games } = await fundsOf(db, memberId)
  const players = games.flatMap(({ code: gameCode, username, amount }) =>
    amount > 0 ? [{ gameCode, memberId, username }] : [],
  )
  return { moving, balances: await askBalances(from, players) }
}

/**
 * The member's funds, but of each game no more than it can pay: a round that is open there has taken its stake from what the books still
 * show, and is booked from what stays. A game that did not answer counts by the books, after the others, and not at all while it owes
 * the house a reward. To be read under the member's lock.
 */
export async function payableFunds(
  db: Database,
  memberId: string,
  { moving, balances }: GameAnswers,
): Promise<Funds> {
  const { wallet, games } = await fundsOf(db, memberId)
  // If a transfer has begun or ended meanwhile, the answers may count its money or not: games pay at the next call.
  if ((await newestMove(db, memberId)) !== moving) return { wallet, games: [] }
  const underWay = await movesUnderWay(db, memberId)
  // What the game has yet to pay, unless the transfer is being cancelled, and what has come in and may be taken out again by a cancel.
  const leaving = (code: string) =>
    underWay
      .filter(({ gameCode }) => gameCode === code)
      .filter(({ amount, status, isCancelled }) => (amount < 0 ? status === 'moving' : !isCancelled))
      .reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  const owesHouse = (code: string) => underWay.some((one) => one.gameCode === code && isForHouse(one))
  const payableOf = ({ code, amount }: Funds['games'][number]) => {
    const inGame = balances[code]
    if (inGame === undefined) return owesHouse(code) ? 0 : amount
    return Math.min(amount, Math.max(0, inGame - leaving(code)))
  }
  const payable = games.map((game) => ({ ...game, amount: payableOf(game) }))
  const hasAnswered = ({ code }: { code: string }) => balances[code] !== undefined
  return {
    wallet,
    games: payable.toSorted((one, other) => Number(hasAnswered(other)) - Number(hasAnswered(one))),
  }
}

const newestMove = async (db: Database, memberId: string) =>
  (await booksOfGames(db, memberId)).newest['moving']
