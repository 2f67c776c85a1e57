import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import { DAY, later, MINUTE } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { otpChallenges } from '../../database/schema/access.ts'
import { hashOf } from '../../http/tokens.ts'

const VERIFIED_LIFE = 15 * MINUTE

/** Bound to the token, which the database does not know: its reader cannot try the million codes. */
export const hashOfCode = (otpToken: string, code: string): string => hashOf(`${otpToken}:${code}`)

/** The verification that a registration of this phone may still use. */
export async function findVerified(db: Database, phone: string, now: Date) {
  const [found] = await db
    .select({ id: otpChallenges.id, otpRef: otpChallenges.otpRef })
    .from(otpChallenges)
    .where(
      and(
        eq(otpChallenges.phone, phone),
        gt(otpChallenges.verifiedAt, later(now, -VERIFIED_LIFE)),
        isNull(otpChallenges.usedAt),
      ),
    )
    .orderBy(desc(otpChallenges.verifiedAt))
    .limit(1)
  return found
}

export async function sweepChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(otpChallenges).where(lt(otpChallenges.createdAt, later(now, -DAY)))
}
