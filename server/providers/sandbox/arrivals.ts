import type { GamePlayer } from '../games.ts'

export interface Arrival extends Pick<GamePlayer, 'gameCode' | 'username'> {
  by: 'link' | 'form'
  /** Satang, in the game as the player came in. */
  balance: number
  at: Date
}

/** As many as a person looks through. */
const MAX_ARRIVALS = 200

/** The players who came to the providers' pages, the newest first. */
export function arrivalList() {
  const arrivals: Arrival[] = []
  let isCut = false
  return {
    add(arrival: Arrival) {
      arrivals.unshift(arrival)
      if (arrivals.length <= MAX_ARRIVALS) return
      arrivals.pop()
      isCut = true
    },
    /** Whether some came who are not known any more. */
    isCut: () => isCut,
    of: (gameCode: string) => arrivals.filter((arrival) => arrival.gameCode === gameCode),
  }
}
export type ArrivalList = ReturnType<typeof arrivalList>
