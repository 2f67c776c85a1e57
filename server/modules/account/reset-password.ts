import { eq } from 'drizzle-orm'
import type { resetPassword } from '#api/contract/account.ts'
import { record } from '../../auth/audit-trail.ts'
import { issueDeviceCookie } from '../../auth/device-cookie.ts'
import { removePasskeys } from '../../auth/passkeys.ts'
import { revokeSessions } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { findProof, type PhoneProof, spendChallenges, takeProof } from '../../auth/one-time-codes.ts'
import { renewPasswords } from '../games/game-password.ts'
import { readPhone } from '../otp/read-phone.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { queueSms } from '../../push/queue-sms.ts'
import { passwordResetMessage } from './password-messages.ts'

type Resetting = RequestContext<typeof resetPassword>

const proofOf = ({ app, body }: Pick<Resetting, 'app' | 'body'>): PhoneProof => ({
  otpToken: body.otpToken,
  phone: readPhone(body.username, app.config),
  purpose: 'reset-password',
})

/** The slow part, only for a caller who has verified the phone: nobody else can make the server hash. */
export async function prepareReset({
  app,
  body,
}: {
  app: AppContext
  body: Resetting['body']
}): Promise<string | undefined> {
  const proof = proofOf({ app, body })
  const found = await findProof(app.db, proof, app.clock.now())
  return found && app.passwords.hash(body.newPassword, { known: proof.phone })
}

/**
 * Sets a new password, proven by a code that was sent to the member's phone for this purpose. Ends every session, every passkey and every
 * other code of the phone, and gives games new passwords, whose number it returns. An unknown phone is refused like a wrong code.
 */
export async function giveNewPassword(context: Resetting, passwordHash: string | undefined): Promise<number> {
  const { app, db, body, locale, deviceCookie, setDeviceCookie } = context
  const now = app.clock.now()
  const proof = proofOf(context)
  const isProven = await takeProof(db, proof, now)
  const [member] = await db.select().from(members).where(eq(members.username, proof.phone))
  if (!isProven || !member || passwordHash === undefined) throw new ApiError('UNVERIFIED_OTP')
  const { id, username: phone } = member
  refuseWeakPassword(body.newPassword, member, app.config.country)
  const change = { passwordHash, passwordChangedAt: now, updatedAt: now }
  await db.update(members).set(change).where(eq(members.id, id))
  await spendChallenges(db, phone, now)
  await revokeSessions(context, id)
  // Whoever resets the password may have lost the account to somebody who added one, and has read the games' passwords.
  await removePasskeys(db, id)
  const renewedGames = await renewPasswords(app, db, id)
  await record(db, { kind: 'password-reset', at: now, actor: 'member', memberId: id, from: context })
  // Strangers' wrong guesses at this phone today must not keep its owner from signing in now.
  setDeviceCookie(await issueDeviceCookie(db, deviceCookie, { id, passwordChangedAt: now }))
  await queueSms(db, { to: phone, text: passwordResetMessage[locale](now) })
  return renewedGames
}
