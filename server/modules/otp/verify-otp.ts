import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { toArabicDigits } from '#lib/digits.ts'
import { later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { otpChallenges } from '../../database/schema/access.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf } from '../../http/tokens.ts'
import { hashOfCode } from './otp-challenge.ts'

const GUESSES = 5
const BLOCK = 15 * MINUTE

/** Checks a code. Each guess is counted before it is judged, so that many at once are not more than five. */
export async function verifyCode({ db, clock }: AppContext, otpToken: string, typed: string): Promise<void> {
  if (!/^[\w-]{43}$/u.test(otpToken)) throw new Refusal('OTP_TOKEN_INVALID')
  const now = clock.now()
  const mine = eq(otpChallenges.tokenHash, hashOf(otpToken))
  const [guess] = await db
    .update(otpChallenges)
    .set({ wrongCount: sql`${otpChallenges.wrongCount} + 1` })
    .where(
      and(
        mine,
        lt(otpChallenges.wrongCount, GUESSES),
        gt(otpChallenges.expiresAt, now),
        isNull(otpChallenges.verifiedAt),
      ),
    )
    .returning({ codeHash: otpChallenges.codeHash, count: otpChallenges.wrongCount })
  if (!guess) return explain()

  const code = hashOfCode(otpToken, toArabicDigits(typed))
  if (timingSafeEqual(Buffer.from(code), Buffer.from(guess.codeHash))) {
    await db.update(otpChallenges).set({ verifiedAt: now }).where(mine)
    return
  }
  if (guess.count < GUESSES) throw new Refusal('OTP_CODE_INVALID')
  await db
    .update(otpChallenges)
    .set({ blockedUntil: later(now, BLOCK) })
    .where(mine)
  throw new Refusal('OTP_BLOCK')

  async function explain(): Promise<void> {
    const [challenge] = await db.select().from(otpChallenges).where(mine)
    if (!challenge) throw new Refusal('OTP_NOT_EXIST')
    // Asked a second time with the same right code, as after a lost answer: still right.
    if (challenge.verifiedAt && challenge.codeHash === hashOfCode(otpToken, toArabicDigits(typed))) return
    if (challenge.verifiedAt) throw new Refusal('OTP_CODE_INVALID')
    throw new Refusal(challenge.wrongCount >= GUESSES ? 'OTP_BLOCK' : 'OTP_EXPIRED')
  }
}
