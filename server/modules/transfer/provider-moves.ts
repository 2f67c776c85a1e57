import { randomUUID } from 'node:crypto'
import type { Call } from '#api/contract/call.ts'
import type { Exchange } from '../../http/route.ts'
import { orRefuse } from '../../providers/or-refuse.ts'

export interface GameSide {
  gameCode: string
  username: string
}

/** Satang: into the game when positive, out of it when negative. */
export type MoveAtProvider = (side: GameSide, amount: number) => Promise<void>

type Asked = Pick<Exchange<Call>, 'app' | 'act' | 'ifUndone'>

/**
 * How an act moves money at the providers. Every move that was asked for is cancelled when the act comes to nothing,
 * also the one that failed: it may have been made before its answer was lost.
 */
export function movesAtProviders({ app, act, ifUndone }: Asked): MoveAtProvider {
  const { games } = app.providers
  return async ({ gameCode, username }, amount) => {
    // Each run of an act asks anew: the one before may have been cancelled.
    const move = { gameCode, username, amount, reference: `${act}:${gameCode}:${randomUUID()}` }
    ifUndone(() => games.cancel(move))
    await orRefuse('TRANSFER_FAIL', games.move(move))
  }
}
