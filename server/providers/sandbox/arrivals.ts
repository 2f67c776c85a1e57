import type { GameVisit } from './sandbox-controls.ts'

export interface Arrival extends Pick<GameVisit, 'gameCode' | 'username' | 'by'> {
  /** Satang, in the game as the player came in. */
  balance: number
  at: Date
}

/** Who came to the providers' pages, the newest first; as many as a person looks through. */
export function arrivalList(max = 200) {
  const arrivals: Arrival[] = []
  return {
    add(arrival: Arrival) {
      arrivals.unshift(arrival)
      arrivals.length = Math.min(arrivals.length, max)
    },
    of: (gameCode: string) => arrivals.filter((arrival) => arrival.gameCode === gameCode),
  }
}
export type ArrivalList = ReturnType<typeof arrivalList>
