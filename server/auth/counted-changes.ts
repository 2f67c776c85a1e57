import { DAY } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { attemptsOf, countAttempt } from './attempts.ts'

/** Changes of which the member gets an SMS each time; and one that without a limit would bury a sign-in in the list of activity. */
type CountedChange =
  | 'passkey-added'
  | 'bank-account-changed'
  | 'bank-account-added'
  | 'password-changed'
  | 'name-changed'

/**
 * How often a member may make each of these changes in a day. The change is limited rather than its SMS: a limit on the SMS would let the
 * changes beyond it go unannounced.
 */
const MAX_A_DAY = 10

const limitOf = (memberId: string, change: CountedChange) => ({
  key: `${change}:${memberId}`,
  max: MAX_A_DAY,
  within: DAY,
})

/** Counts a change in its transaction, so that one that fails does not count. False if the day's limit is exceeded. */
export const countChange = (
  db: Database,
  memberId: string,
  change: CountedChange,
  now: Date,
): Promise<boolean> => countAttempt(db, limitOf(memberId, change), now)

/** Whether one more such change is allowed today. */
export const mayChange = async (
  db: Database,
  memberId: string,
  change: CountedChange,
  now: Date,
): Promise<boolean> => (await attemptsOf(db, limitOf(memberId, change), now)) < MAX_A_DAY
