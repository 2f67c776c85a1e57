import { DAY, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { countAttempts, forgiveAttempt } from './attempts.ts'
import { hashOf } from './tokens.ts'

/** Of one secret (a password, a code), by one who may be anybody. */
export interface Guess {
  /** What is guessed at. */
  what: 'login' | 'otp'
  phone: string
  address: string
  /** The device, where this member signed in on it before. */
  device: string | undefined
}

/** Who is counted: nobody else's guesses count against a device that the member is known to use. */
export const guesserOf = ({ phone, address, device }: Omit<Guess, 'what'>): string =>
  hashOf(`${phone}:${device === undefined ? address : `device ${device}`}`)

/** So many wrong guesses a day at one phone, wherever they come from; a known device has as many of its own. */
const MOST_A_DAY = 100
const LONGEST_WAIT = 10 * SECOND

/** At first every guess is judged at once, then each waits longer than the one before: typing errors cost nothing. */
const slowdowns = {
  guesser: { free: 5, step: SECOND },
  // Behind one address of a carrier there may be a town.
  address: { free: 30, step: SECOND / 10 },
}

/**
 * Counts a guess before it is judged, so that many at once cannot slip through, and slows its maker down. Nobody is shut out by
 * what others guess, up to the day's end of it. `tooMany`: not to be judged at all. `forgive`: it turned out to be right.
 */
export async function countGuess(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  guess: Guess,
): Promise<{ tooMany: boolean; forgive: () => Promise<void> }> {
  const { what, phone, address, device } = guess
  const now = clock.now()
  const guesser = `${what}:guesser:${guesserOf(guess)}`
  const place = `${what}:address:${address}`
  const day = `${what}:day:${device === undefined ? hashOf(phone) : guesserOf(guess)}`
  const today = await countAttempts(db, { key: day, within: DAY }, now)
  const tooMany = today > MOST_A_DAY
  let wait = 0
  if (!tooMany) {
    const mine = await countAttempts(db, { key: guesser, within: MINUTE }, now)
    wait = waitOf(mine, slowdowns.guesser)
    if (device === undefined) {
      const here = await countAttempts(db, { key: place, within: MINUTE }, now)
      wait = Math.max(wait, waitOf(here, slowdowns.address))
    }
  }
  if (wait > 0) await clock.wait(wait)
  return {
    tooMany,
    forgive: async () => {
      for (const key of [day, guesser, place]) await forgiveAttempt(db, key)
    },
  }
}

const waitOf = (count: number, { free, step }: { free: number; step: number }): number =>
  Math.min(Math.max(count - free, 0) * step, LONGEST_WAIT)
