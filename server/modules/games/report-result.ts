import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { gameAccounts, gameResults } from '../../database/schema/games.ts'
import { gameOf, house } from '../../ledger/accounts.ts'
import { LedgerError } from '../../ledger/call.ts'
import { post } from '../../ledger/post.ts'
import { countTurnover } from '../../deposits/turnover.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { movesUnderWay } from '../transfer/moves-under-way.ts'

export interface GameResult {
  memberId: string
  gameCode: string
  /** Satang: wins are positive, losses negative; 0 for a round that ended even. */
  amount: number
  /** The provider's id of the round, so that it is counted once. */
  round: string
}

/**
 * Books a round reported by a provider. `short`: the loss exceeds the game's balance, so the report cannot be true. `moving`: the loss
 * exceeds it while a transfer into or out of this game is under way, which may end in either place. Nothing is booked then, and the
 * provider is to report the round again by the same id until it hears another answer.
 */
export async function reportResult(
  tx: Transaction,
  { memberId, gameCode, amount, round }: GameResult,
  now: Date,
): Promise<'posted' | 'repeated' | 'short' | 'moving'> {
  await lockMember(tx, memberId)
  const operationId = `game:${gameCode}:${round}`
  // The ledger compares a repeat with its entries, which an archive may have; this row stays for ever.
  const [known] = await tx
    .select({ memberId: gameResults.memberId, amount: gameResults.amount })
    .from(gameResults)
    .where(eq(gameResults.operationId, operationId))
  if (known) {
    if (known.memberId === memberId && known.amount === amount) return 'repeated'
    throw new LedgerError(`${operationId} was reported before, of another member or amount`)
  }
  // A round that ended even moves nothing, but is play.
  if (amount !== 0) {
    const { outcome } = await post(tx, {
      operationId,
      kind: 'game',
      legs: [
        { account: house.games(gameCode), amount: -amount },
        { account: gameOf(memberId, gameCode), amount },
      ],
    })
    // Transfers begin and end under the member's lock, so what was short then is still under way now.
    const isUnderWay = (move: { gameCode: string }) => move.gameCode === gameCode
    if (outcome === 'short' && (await movesUnderWay(tx, memberId)).some(isUnderWay)) return 'moving'
    if (outcome !== 'posted') return outcome
  }
  await tx.insert(gameResults).values({ memberId, gameCode, amount, operationId, createdAt: now })
  await tx
    .update(gameAccounts)
    .set({ lastPlayedAt: now })
    .where(and(eq(gameAccounts.memberId, memberId), eq(gameAccounts.gameCode, gameCode)))
  await countTurnover(tx, memberId, Math.abs(amount))
  return 'posted'
}
