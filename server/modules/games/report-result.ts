import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { gameAccounts, gameResults } from '../../database/schema/games.ts'
import { gameOf, house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { countTurnover } from '../../deposits/turnover.ts'
import { lockMember } from '../../ledger/lock-member.ts'

export interface GameResult {
  memberId: string
  gameCode: string
  /** Satang: won is positive, lost negative. */
  amount: number
  /** The provider's own number of the round: counted once. */
  round: string
}

/** What a provider reports of a round. `short`: more was lost than the game holds, so it cannot be true. */
export async function reportResult(
  tx: Transaction,
  { memberId, gameCode, amount, round }: GameResult,
  now: Date,
): Promise<'posted' | 'repeated' | 'short'> {
  await lockMember(tx, memberId)
  const operationId = `game:${gameCode}:${round}`
  const { outcome } = await post(tx, {
    operationId,
    kind: 'game',
    legs: [
      { account: house.games(gameCode), amount: -amount },
      { account: gameOf(memberId, gameCode), amount },
    ],
  })
  if (outcome !== 'posted') return outcome
  await tx.insert(gameResults).values({ memberId, gameCode, amount, operationId, createdAt: now })
  await tx
    .update(gameAccounts)
    .set({ lastPlayedAt: now })
    .where(and(eq(gameAccounts.memberId, memberId), eq(gameAccounts.gameCode, gameCode)))
  await countTurnover(tx, memberId, Math.abs(amount))
  return 'posted'
}
