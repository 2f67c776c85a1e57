import { and, eq } from 'drizzle-orm'
import { is } from 'valibot'
import type { changePassword as changePasswordCall } from '#api/contract/account.ts'
import { personName } from '#api/contract/fields.ts'
import { normaliseText } from '#lib/text/text.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { countChange } from '../../auth/counted-changes.ts'
import { spendChallenges } from '../../auth/one-time-codes.ts'
import { checkOwnPassword } from '../../auth/own-password.ts'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { readerOf, revokeSessions } from '../../auth/sessions.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { queueSms } from '../../push/queue-sms.ts'
import { renewPasswords } from '../games/game-password.ts'
import { passwordChangedMessage } from './password-messages.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

type Asking = Pick<
  RequestContext<typeof changePasswordCall>,
  'app' | 'db' | 'member' | 'address' | 'deviceCookie' | 'userAgent' | 'onRollback'
>

/** A stored name stays as it is, also one that would be refused as a new one. */
export async function changeName(context: Asking, given: string): Promise<void> {
  const { app, db, member } = context
  const now = app.clock.now()
  const name = normaliseText(given).trim()
  const before = await lockMember(db, member.id)
  if (name === normaliseText(before.name).trim()) return
  if (!is(personName, name)) throw new ApiError('KEY_INVALID')
  if (!(await countChange(db, member.id, 'name-changed', now))) throw new ApiError('REQUEST_LIMIT')
  await db.update(members).set({ name, updatedAt: now }).where(eq(members.id, member.id))
  await record(db, {
    ...byMember(context),
    kind: 'name-changed',
    at: now,
    before: { name: before.name },
    after: { name },
  })
}

export interface NewPassword {
  /** The stored hash that the old password was checked against; null if it did not match. */
  checked: string | null
  hash: string
}

/** The slow part of a password change, done outside the transaction. */
export async function preparePassword(
  app: Pick<AppContext, 'db' | 'clock' | 'passwords'>,
  memberId: string,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<NewPassword> {
  const own = await checkOwnPassword(app, memberId, oldPassword)
  if (own === 'too-many') throw new ApiError('REQUEST_LIMIT')
  const hash = own.hash === null ? '' : await app.passwords.hash(newPassword, { known: memberId })
  return { checked: own.hash, hash }
}

/**
 * Sets the new password, unless the stored hash has changed since it was checked, and logs the member out everywhere else. The member is told
 * by SMS, in the language of the devices that are logged out. Proofs by a code or a passkey that nothing has used yet end, and so do the
 * passwords of games: whoever knew the old password may hold them. Refuses with WRONG_PASSWORD; with INVALID_USER_INFO if the new password is
 * the old one; a password that is easily guessed; and with REQUEST_LIMIT after too many changes in a day. Returns the number of games that
 * get a new password.
 */
export async function changePassword(
  context: RequestContext<typeof changePasswordCall>,
  { checked, hash }: NewPassword,
): Promise<number> {
  const { app, db, member, session, body, onRollback } = context
  const now = app.clock.now()
  const mine = byMember(context)
  const changed =
    checked === null
      ? []
      : await db
          .update(members)
          .set({ passwordHash: hash, passwordChangedAt: now, updatedAt: now })
          .where(and(eq(members.id, member.id), eq(members.passwordHash, checked)))
          .returning({ id: members.id })
  if (changed.length === 0) {
    onRollback(() => recordFailure(app, { ...mine, kind: 'password-refused', after: {} }, member.id))
    throw new ApiError('WRONG_PASSWORD')
  }
  await record(db, { ...mine, kind: 'password-changed', at: now })
  if (body.oldPassword === body.newPassword) throw new ApiError('INVALID_USER_INFO')
  refuseWeakPassword(body.newPassword, member, app.config.country)
  if (!(await countChange(db, member.id, 'password-changed', now))) throw new ApiError('REQUEST_LIMIT')
  const reader = await readerOf(db, member.id, context)
  await queueSms(db, { to: member.username, text: passwordChangedMessage[reader](now) })
  await spendChallenges(db, member.username, now)
  const renewedGames = await renewPasswords(app, db, member.id)
  // The session of this request stays: the member must not be logged out of the app that has just secured the account.
  await revokeSessions(context, member.id, { except: session })
  return renewedGames
}
