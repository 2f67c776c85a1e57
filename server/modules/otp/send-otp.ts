import { randomInt } from 'node:crypto'
import { DAY, later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { otpChallenges } from '../../database/schema/access.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import { countAttempt, countedUntil, forgiveAttempt } from '../../auth/attempts.ts'
import { countPhoneCheck, guesserOf } from '../../auth/guesses.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { ApiError, tooManyCodes } from '../../http/api-error.ts'
import { hashOf, newToken, randomText } from '../../auth/tokens.ts'
import { describeError } from '../../log.ts'
import { knownDeviceByPhone } from '../../auth/device-cookie.ts'
import type { Member } from '../../auth/sessions.ts'
import { otpMessage } from './otp-message.ts'
import { blockOf, findProof, hashOfCode, type OtpPurpose } from '../../auth/one-time-codes.ts'
import { sendSms } from '../../providers/sms.ts'
import { ProviderTimeout } from '../../providers/time-limit.ts'

const OTP_LIFE = 5 * MINUTE

interface CodeRequest {
  phone: string
  /** Set where the caller does not imply it. */
  purpose: 'reset-password' | 'withdrawal' | undefined
  /** Of an earlier code of this phone: if it was just verified, no other code is sent. */
  otpToken: string | undefined
  /** The token of the code to be sent, if the caller has chosen it. */
  newToken: string | undefined
  /** The caller, if signed in. */
  member: Pick<Member, 'username'> | undefined
  address: string
  deviceCookie: string | undefined
  origin: string
  locale: Locale
}

/**
 * Sends a code to a phone, unless the caller has just verified it. A signed-in member's own phone gets one for a change of the
 * bank account. Only the message itself shows its reader whether the phone belongs to a member: the answer, its cost and its
 * time are the same.
 */
export async function sendCode(
  app: AppContext,
  {
    phone,
    purpose: asked,
    otpToken: earlier,
    newToken: otpToken = newToken(),
    member: asking,
    ...from
  }: CodeRequest,
) {
  const { db, clock } = app
  const now = clock.now()
  const device = await knownDeviceByPhone(db, from.deviceCookie, phone)
  if (device === undefined && !(await countPhoneCheck(app, 'otp-sent', from.address)))
    throw new ApiError('REQUEST_LIMIT')
  const isOwn = asking?.username === phone
  if (asked === 'withdrawal' && !isOwn) throw new ApiError('KEY_INVALID')
  const purpose: OtpPurpose = asked ?? (isOwn ? 'bank-account' : 'register')
  const hasAccount = (await memberIdOf(db, phone)) !== undefined
  const verified = earlier && (await findProof(db, { otpToken: earlier, phone, purpose }, now))
  if (verified && hasAccount && purpose === 'register') throw new ApiError('EXISTING_USER')
  if (verified) return { otpRef: verified.otpRef, otpToken: earlier, code: 'OTP_VERIFIED' }

  const asker = guesserOf({ phone, address: from.address, device })
  const blockedUntil = await countedUntil(db, blockOf(asker), now)
  if (blockedUntil) throw tooManyCodes(blockedUntil)
  const minute = { key: `otp-sent:minute:${purpose}:${asker}`, max: 1, within: MINUTE }
  const day = { key: `otp-sent:day:${purpose}:${asker}`, max: 10, within: DAY }
  // From all addresses together, so that a phone is not flooded with messages. Codes for the bank account and for withdrawals are
  // requested only by the member. Strangers' requests do not keep a device that signed in before from resetting the password.
  const max = purpose === 'bank-account' || purpose === 'withdrawal' ? 10 : 50
  const everywhere = { key: `otp-sent:day:${purpose}:${hashOf(phone)}`, max, within: DAY }
  const isOwner = purpose === 'reset-password' && device !== undefined
  const daily = isOwner ? [day] : [day, everywhere]
  if (!(await countAttempt(db, minute, now))) throw new ApiError('REQUEST_LIMIT_1MIN')
  for (const limit of daily) if (!(await countAttempt(db, limit, now))) throw new ApiError('OTP_BLOCK')

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const otpRef = newReference()
  const challenge = db.insert(otpChallenges).values({
    otpRef,
    tokenHash: hashOf(otpToken),
    phone,
    purpose,
    // There is no password to reset: no code is valid, not even by chance.
    codeHash: hashOfCode(otpToken, purpose === 'reset-password' && !hasAccount ? newToken() : code),
    expiresAt: later(now, OTP_LIFE),
    createdAt: now,
  })
  const [sent] = await challenge.onConflictDoNothing().returning({ id: otpChallenges.id })
  // The token was used before.
  if (!sent) throw new ApiError('KEY_INVALID')
  try {
    const { protocol, hostname } = new URL(from.origin)
    const host = protocol === 'https:' ? hostname : undefined
    const text = otpMessage({ locale: from.locale, purpose, hasAccount, code, otpRef, host })
    await sendSms(app.providers, { to: phone, text })
  } catch (error) {
    app.log.error('otp-not-sent', describeError(error))
    // What was silent may have sent it all the same, and counts for the day.
    const uncounted = error instanceof ProviderTimeout ? [minute] : [minute, ...daily]
    for (const { key } of uncounted) await forgiveAttempt(db, key)
    throw new ApiError('OTP_SEND_FAIL')
  }
  return { otpRef, otpToken, code: 'OK' }
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

const newReference = (): string => randomText(LETTERS, 4)
