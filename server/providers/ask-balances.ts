import type { AppContext } from '../context.ts'
import { describeError, type Logger } from '../log.ts'
import type { GamePlayer } from './games.ts'
import { createProviderTurns } from './provider-turns.ts'

const askInTurn = createProviderTurns()

/** The balance (satang) that each of a member's games tells. One that does not answer in time is left out. */
export async function askBalances(
  { app, log }: { app: AppContext; log: Logger },
  players: readonly GamePlayer[],
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    players.map(async (player) => {
      const { gameCode } = player
      try {
        return [[gameCode, await askInTurn(gameCode, () => app.providers.games.balance(player))] as const]
      } catch (error) {
        log.warn('game-balance-unknown', { game: gameCode, ...describeError(error) })
        return []
      }
    }),
  )
  return Object.fromEntries(answers.flat())
}
