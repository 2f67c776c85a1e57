import { DAY } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { attemptsOf, countAttempt } from './attempts.ts'

/** The acts of which the member is told by SMS, each time. */
type ToldAct = 'passkey-added' | 'bank-account-changed' | 'bank-account-added'

/** How often a member may do each in a day. The acts are limited and not their messages, so that none is ever done in silence. */
const MAX_A_DAY = 10

const keyOf = (memberId: string, act: ToldAct) => `${act}:${memberId}`

/** Counts an act in its transaction, so that one that fails does not count. False if it is one too many today. */
export const countToldAct = (db: Database, memberId: string, act: ToldAct, now: Date): Promise<boolean> =>
  countAttempt(db, { key: keyOf(memberId, act), max: MAX_A_DAY, within: DAY }, now)

/** Whether one more of these acts is allowed today. */
export const allowsToldAct = async (
  db: Database,
  memberId: string,
  act: ToldAct,
  now: Date,
): Promise<boolean> => (await attemptsOf(db, keyOf(memberId, act), now)) < MAX_A_DAY
