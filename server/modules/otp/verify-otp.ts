import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { toArabicDigits } from '#lib/money/digits.ts'
import type { RequestSource } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { otpChallenges } from '../../database/schema/access.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import { countAttempt, countedUntil } from '../../auth/attempts.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { countGuess, guesserOf } from '../../auth/guesses.ts'
import { ApiError, tooManyCodes } from '../../http/api-error.ts'
import { hashOf } from '../../auth/tokens.ts'
import { knownDeviceByPhone } from '../../auth/device-cookie.ts'
import { blockOf, hashOfCode, type OtpPurpose } from '../../auth/one-time-codes.ts'

const GUESSES = 5

interface Attempt {
  otpToken: string
  otpCode: string
  from: RequestSource
}

/**
 * Checks a code. Each guess is counted before it is checked, so that parallel guesses cannot exceed five. Too many end this
 * code and keep the guesser from requesting another for a while; others who wait for a code of that phone are not affected. A
 * caller who registers with a member's phone and has read its message gets EXISTING_USER.
 */
export async function verifyCode(
  app: AppContext,
  { otpToken, otpCode: typed, from }: Attempt,
): Promise<void> {
  const { db, clock } = app
  const { address, deviceCookie } = from
  if (!/^[\w-]{43}$/u.test(otpToken)) throw new ApiError('OTP_TOKEN_INVALID')
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
    .returning({
      codeHash: otpChallenges.codeHash,
      count: otpChallenges.wrongCount,
      phone: otpChallenges.phone,
      purpose: otpChallenges.purpose,
    })
  if (!guess) return explain()
  const { phone, purpose } = guess
  const device = await knownDeviceByPhone(db, deviceCookie, phone)
  // Only a password reset counts a known device by itself: it is the way out for a member whom strangers' guesses locked out.
  // For other codes a thief who knows the password has a device cookie too.
  const guesser = { phone, address, device: purpose === 'reset-password' ? device : undefined }
  const counted = await countGuess(app, { what: `otp:${purpose}`, ...guesser })
  if (counted.tooMany) throw new ApiError('OTP_BLOCK')

  const code = hashOfCode(otpToken, toArabicDigits(typed))
  if (timingSafeEqual(Buffer.from(code), Buffer.from(guess.codeHash))) {
    await db.update(otpChallenges).set({ verifiedAt: now }).where(mine)
    await counted.forgive()
    return refuseMember(db, guess)
  }
  if (guess.count < GUESSES) throw new ApiError('OTP_CODE_INVALID')
  const block = blockOf(guesserOf({ phone, address, device }))
  await countAttempt(db, { ...block, max: 1 }, now)
  const memberId = await memberIdOf(db, phone)
  await recordFailure(
    app,
    { kind: 'code-blocked', actor: 'stranger', memberId, from, after: { purpose } },
    phone,
  )
  throw tooManyCodes(await countedUntil(db, block, now))

  async function explain(): Promise<void> {
    const [challenge] = await db.select().from(otpChallenges).where(mine)
    if (!challenge) throw new ApiError('OTP_NOT_EXIST')
    // The same right code a second time, as after a lost answer, is still right.
    if (challenge.verifiedAt && challenge.codeHash === hashOfCode(otpToken, toArabicDigits(typed)))
      return refuseMember(db, challenge)
    if (challenge.verifiedAt) throw new ApiError('OTP_CODE_INVALID')
    if (challenge.wrongCount < GUESSES) throw new ApiError('OTP_EXPIRED')
    const { phone } = challenge
    const device = await knownDeviceByPhone(db, deviceCookie, phone)
    throw tooManyCodes(await countedUntil(db, blockOf(guesserOf({ phone, address, device })), now))
  }
}

async function refuseMember(
  db: Database,
  { phone, purpose }: { phone: string; purpose: OtpPurpose },
): Promise<void> {
  if (purpose !== 'register') return
  if ((await memberIdOf(db, phone)) !== undefined) throw new ApiError('EXISTING_USER')
}
