import { isSatang } from '#lib/money/money.ts'
import type { AppContext } from '../context.ts'
import { describeError, type Logger } from '../log.ts'
import type { GamePlayer } from './games.ts'
import { createProviderTurns } from './provider-turns.ts'

const askInTurn = createProviderTurns()

/**
 * The balance (satang) that each of a member's games tells. One that does not answer in time, or tells what is no balance, is left out: one
 * game must not keep the member from seeing, or being paid, what the others hold.
 */
export async function askBalances(
  { app, log }: { app: AppContext; log: Logger },
  players: readonly GamePlayer[],
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    players.map(async (player) => {
      const { gameCode } = player
      try {
        const told = await askInTurn(gameCode, () => app.providers.games.balance(player))
        if (!isSatang(told) || told < 0)
          throw new TypeError(`The game told ${String(told)}, which is no balance in satang`)
        return [[gameCode, told] as const]
      } catch (error) {
        log.warn('game-balance-unknown', { game: gameCode, ...describeError(error) })
        return []
      }
    }),
  )
  return Object.fromEntries(answers.flat())
}
