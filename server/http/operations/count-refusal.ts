import { countAttempt } from '../../auth/attempts.ts'
import { DAY } from '../../clock.ts'
import type { Database } from '../../database/database.ts'

/** The most refusals of one member that are kept a day: their keys stay for ever, and nothing else makes them few. */
const MAX_A_DAY = 200

/** Counts a refusal before it is kept. False if the member has had too many today. */
export const countRefusal = (db: Database, memberId: string, now: Date): Promise<boolean> =>
  countAttempt(db, { key: `refusals:${memberId}`, max: MAX_A_DAY, within: DAY }, now)
