import type { GameMove } from '../games.ts'

export interface BookedMove extends GameMove {
  at: Date
  state: 'made' | 'given back'
}

/** The providers' own book of the money that came and went, in memory: what the books of this house are held against. */
export function providerBook() {
  const made = new Map<string, BookedMove>()
  const cancelled = new Set<string>()
  return {
    make(move: GameMove) {
      if (cancelled.has(move.reference) || made.has(move.reference)) return
      made.set(move.reference, { ...move, at: new Date(), state: 'made' })
    },
    cancel({ reference }: Pick<GameMove, 'reference'>) {
      cancelled.add(reference)
      const move = made.get(reference)
      if (move) move.state = 'given back'
    },
    isMade: ({ reference }: Pick<GameMove, 'reference'>): boolean => made.get(reference)?.state === 'made',
    /** Newest first. */
    of: (gameCode: string) => [...made.values()].filter((move) => move.gameCode === gameCode).toReversed(),
    /** Satang that the moves which count brought this player. */
    sum: (gameCode: string, username: string) =>
      [...made.values()]
        .filter((move) => move.gameCode === gameCode && move.username === username && move.state === 'made')
        .reduce((sum, { amount }) => sum + amount, 0),
  }
}
export type ProviderBook = ReturnType<typeof providerBook>
