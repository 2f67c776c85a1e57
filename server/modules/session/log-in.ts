import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { normalisePhone } from '#lib/phone.ts'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { knownDevice, issueDeviceCookie } from '../../auth/device-cookie.ts'
import { openSession, type Visit } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { members } from '../../database/schema/members.ts'
import { readSetting } from '../../database/settings.ts'
import { countGuess } from '../../auth/guesses.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { ApiError } from '../../http/api-error.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { describeError } from '../../log.ts'
import { queuePush } from '../../push/queue-push.ts'
import { newDeviceWarning } from './new-device-warning.ts'

interface Attempt {
  username: string
  password: string
  from: RequestSource & Required<Visit>
}

/** Returns the bearer token and the new device cookie. An unknown phone and a wrong password look the same and take equally long. */
export async function logIn(
  app: AppContext,
  { username, password, from }: Attempt,
): Promise<{ token: string; deviceCookie: string }> {
  const { db, clock, config, passwords, providers, log } = app
  const { address, deviceCookie } = from
  if (!(await readSetting(db, 'active'))) throw new ApiError('GONE')
  const phone = normalisePhone(username, config.country)
  const [found] = await db
    .select({
      id: members.id,
      status: members.status,
      createdAt: members.createdAt,
      passwordHash: members.passwordHash,
      passwordChangedAt: members.passwordChangedAt,
    })
    .from(members)
    .where(eq(members.username, phone))
  const device = await knownDevice(db, deviceCookie, found)
  const guess = await countGuess(app, { what: 'login', phone, address, device })
  const failed = (reason: 'wrong' | 'inactive' | 'too-many') =>
    recordFailure(
      app,
      { kind: 'sign-in-failed', actor: 'stranger', memberId: found?.id, from, after: { reason } },
      phone,
    )
  if (guess.tooMany) {
    await failed('too-many')
    throw new ApiError(guess.tooMany === 'today' ? 'REQUEST_LIMIT' : 'REQUEST_LIMIT_1MIN')
  }

  const right = found
    ? await passwords.matches(password, found.passwordHash)
    : await passwords.matchesNobody(password)
  if (!found || !right) {
    await failed('wrong')
    throw new ApiError('WRONG_CREDENTIAL')
  }
  await guess.forgive()
  if (found.status !== 'active') {
    await failed('inactive')
    throw new ApiError('INACTIVE_USER')
  }
  const newCookie = await issueDeviceCookie(db, deviceCookie, found)
  const now = clock.now()
  const warning = device === undefined ? await newDeviceWarning(db, found, from, now) : undefined
  const token = await transact(db, async (tx) => {
    // A password change ends all sessions: either it waits for this transaction, or this transaction sees the change here.
    const { passwordHash } = await lockMember(tx, found.id)
    if (passwordHash !== found.passwordHash) throw new ApiError('WRONG_CREDENTIAL')
    await record(tx, {
      kind: 'signed-in',
      at: now,
      actor: 'member',
      memberId: found.id,
      from: { ...from, deviceCookie: newCookie },
      after: { newDevice: device === undefined },
    })
    // Before the new session exists, which has no subscription either: the others are told.
    if (warning) await queuePush(tx, { memberId: found.id, event: 'device', tag: `device:${randomUUID()}` })
    return openSession(tx, found.id, now, { visit: from, isNewDevice: warning !== undefined })
  })
  // The sign-in does not wait for the SMS gateway, and does not fail with it.
  if (warning?.text !== undefined) {
    providers.sms.send({ to: phone, text: warning.text }).catch((error: unknown) => {
      log.error('new-device-not-told', describeError(error))
    })
  }
  return { token, deviceCookie: newCookie }
}
