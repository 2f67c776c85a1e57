import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import type { OTP_PURPOSES } from '../database/schema/access.ts'
import { countAttempt, countAttempts, forgiveAttempt } from './attempts.ts'
import { hashOf } from './tokens.ts'

/** A guess at a secret (a password, a code) by an unverified caller. */
interface Guess {
  /** The kind of secret. */
  what: 'login' | `otp:${(typeof OTP_PURPOSES)[number]}`
  phone: string
  address: string
  /**
   * The device, if this member has signed in on it before. Undefined for codes that protect against a stolen password, with which
   * an attacker could sign in on any number of devices.
   */
  device?: string | undefined
}

/** The key that guesses are counted under. A known device has its own, so that strangers' guesses never block the member. */
export const guesserOf = ({ phone, address, device }: Omit<Guess, 'what'>): string =>
  hashOf(`${phone}:${device === undefined ? address : `device ${device}`}`)

/** The daily limit of wrong guesses at one phone from anywhere; a known device has its own limit. */
const MAX_A_DAY = 100
const MAX_WAIT = 10 * SECOND
/** The most guesses per address and minute; more are refused at once. A known device's are not counted. */
const MAX_FROM_ADDRESS = 300

/** The first guesses are checked at once, so that typing errors cost nothing; then each waits longer than the previous one. */
const slowdowns = {
  guesser: { free: 5, step: SECOND },
  // A carrier's address may be shared by a whole town.
  address: { free: 30, step: SECOND / 10 },
}

/**
 * Counts a guess before it is checked, so that simultaneous ones cannot exceed the limits, and delays it. Others' guesses block
 * nobody, up to the limits per minute and day. With `tooMany` it must not be checked; `forgive` is called if it was right.
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

/** The hourly limit of calls about phones per address and kind. The daily limit is a setting. */
const MAX_CHECKS_AN_HOUR = 300

/**
 * Counts a call about a phone whose owner is not verified: for a code, or to register. Without codes registration reveals who is a
 * member, and SMS cost money. False above the limit per hour or day.
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
