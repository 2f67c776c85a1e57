import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { OTP_PURPOSES } from '../database/schema/access.ts'
import { countAttempt, countAttempts, forgiveAttempt } from './attempts.ts'
import { hashOf } from './tokens.ts'

/** Of one secret (a password, a code), by one who may be anybody. */
export interface Guess {
  /** What is guessed at. */
  what: 'login' | `otp:${(typeof OTP_PURPOSES)[number]}`
  phone: string
  address: string
  /**
   * The device, where this member signed in on it before. None for codes that the password must not be enough for: whoever has it
   * gets as many devices as logins.
   */
  device?: string | undefined
}

/** The key that guesses are counted under. A known device has its own, so that strangers' guesses never block the member. */
export const guesserOf = ({ phone, address, device }: Omit<Guess, 'what'>): string =>
  hashOf(`${phone}:${device === undefined ? address : `device ${device}`}`)

/** So many wrong guesses a day at one phone, wherever they come from; a known device has as many of its own. */
const MAX_A_DAY = 100
const MAX_WAIT = 10 * SECOND
/** Guesses per address and minute; more are refused at once. A known device is not counted. */
const MAX_FROM_ADDRESS = 300

/** The first guesses are checked at once, so that typing errors cost nothing; then each waits longer than the one before. */
const slowdowns = {
  guesser: { free: 5, step: SECOND },
  // Behind one address of a carrier there may be a town.
  address: { free: 30, step: SECOND / 10 },
}

/**
 * Counts a guess before it is judged, so that many at once cannot slip through, and slows its maker down. Nobody is shut out by
 * what others guess, up to the ends of minute and day. `tooMany`: not to be judged at all. `forgive`: it turned out to be right.
 */
export async function countGuess(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  guess: Guess,
): Promise<{ tooMany: 'this minute' | 'today' | undefined; forgive: () => Promise<void> }> {
  const { what, phone, address, device } = guess
  const now = clock.now()
  const guesser = `${what}:guesser:${guesserOf(guess)}`
  const place = `${what}:address:${address}`
  const day = `${what}:day:${device === undefined ? hashOf(phone) : guesserOf(guess)}`
  const counted: string[] = []
  const count = async (key: string, within: number) => {
    counted.push(key)
    return countAttempts(db, { key, within }, now)
  }
  const forgive = async () => {
    for (const key of counted) await forgiveAttempt(db, key)
  }
  // Counted before the phone's daily limit, so that guesses refused for their address do not use that limit up.
  const here = device === undefined ? await count(place, MINUTE) : 0
  if (here > MAX_FROM_ADDRESS) return { tooMany: 'this minute', forgive }
  if ((await count(day, DAY)) > MAX_A_DAY) return { tooMany: 'today', forgive }
  const mine = await count(guesser, MINUTE)
  const wait = Math.max(waitOf(mine, slowdowns.guesser), waitOf(here, slowdowns.address))
  if (wait > 0) await clock.wait(wait)
  return { tooMany: undefined, forgive }
}

const waitOf = (count: number, { free, step }: { free: number; step: number }): number =>
  Math.min(Math.max(count - free, 0) * step, MAX_WAIT)

/** Calls about phones that an address may make an hour, of each kind. The day's are a setting. */
const MAX_CHECKS_AN_HOUR = 300

/**
 * Counts a call about a phone that may be anybody's: for a code, or to register. Where no code is asked for, registration tells
 * who is a member, and messages cost money everywhere. False beyond the hour's and the day's number.
 */
export async function countPhoneCheck(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  what: 'otp-sent' | 'register',
  address: string,
): Promise<boolean> {
  const now = clock.now()
  const limits = [
    { key: `${what}:address:${address}`, max: MAX_CHECKS_AN_HOUR, within: HOUR },
    { key: `${what}:address-day:${address}`, max: config.phonesPerDay, within: DAY },
  ]
  for (const limit of limits) {
    if (!(await countAttempt(db, limit, now))) return false
  }
  return true
}
