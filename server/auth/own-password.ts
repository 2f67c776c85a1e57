import { eq } from 'drizzle-orm'
import { DAY } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { members } from '../database/schema/members.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'

/** The daily limit of wrong passwords in all sessions of a member: as many as strangers may try at the sign-in. */
const MAX_A_DAY = 100

/**
 * Whether this is the password of a member who is signed in: its stored hash, or null. Each try is counted before it is checked, because
 * whoever holds a stolen token could otherwise try them all. Strangers' guesses at the sign-in are counted elsewhere, and keep no member
 * from changing the password.
 */
export async function checkOwnPassword(
  { db, clock, passwords }: Pick<AppContext, 'db' | 'clock' | 'passwords'>,
  memberId: string,
  password: string,
): Promise<{ hash: string | null } | 'too-many'> {
  const key = `own-password:${memberId}`
  if (!(await countAttempt(db, { key, max: MAX_A_DAY, within: DAY }, clock.now()))) return 'too-many'
  const [member] = await db
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId))
  if (!member || !(await passwords.matches(password, member.passwordHash, { known: memberId })))
    return { hash: null }
  await forgiveAttempt(db, key)
  return { hash: member.passwordHash }
}
