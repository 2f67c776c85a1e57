import { randomUUID } from 'node:crypto'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { type Credentials, checkPassword } from './check-password.ts'
import { issueDeviceCookie } from '../../auth/device-cookie.ts'
import { openSession, type Visit } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import type { members } from '../../database/schema/members.ts'
import { readSetting } from '../../database/settings.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { ApiError } from '../../http/api-error.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { tellOfChange } from '../../push/tell-of-change.ts'
import { newDeviceWarning } from './new-device-warning.ts'

interface Attempt extends Credentials {
  from: RequestSource & Required<Visit>
}

/** Returns the bearer token and the new device cookie. Refuses as `checkPassword` and `admit` do. */
export async function logIn(
  app: AppContext,
  { from, ...credentials }: Attempt,
): Promise<{ token: string; deviceCookie: string }> {
  if (!(await readSetting(app.db, 'active'))) throw new ApiError('GONE')
  const { found, device } = await checkPassword(app, credentials, from)
  return admit(app, found, {
    from,
    device,
    // A password change ends all sessions: either it waits for this transaction, or this transaction sees the change here.
    isStillProven: async (_, { passwordHash }) => passwordHash === found.passwordHash,
    refusal: 'WRONG_CREDENTIAL',
  })
}

/** A member whose identity is proven, as read before the proof was checked. */
type Proven = Pick<
  typeof members.$inferSelect,
  'id' | 'username' | 'status' | 'createdAt' | 'passwordChangedAt'
>

interface Admission {
  from: Attempt['from']
  /** The device, if this member has signed in on it before. */
  device: string | undefined
  /** Whether the proof still holds, now that the member is locked. */
  isStillProven: (tx: Transaction, locked: Awaited<ReturnType<typeof lockMember>>) => Promise<boolean>
  /** Said where it does not. */
  refusal: 'WRONG_CREDENTIAL' | 'PASSKEY_REFUSED'
}

/** Refuses a member whom the house has closed. */
export async function refuseInactive(
  app: AppContext,
  { id, username, status }: Pick<Proven, 'id' | 'username' | 'status'>,
  from: RequestSource,
): Promise<void> {
  if (status === 'active') return
  const event = { kind: 'sign-in-failed', actor: 'stranger', memberId: id, from } as const
  await recordFailure(app, { ...event, after: { reason: 'inactive' } }, username)
  throw new ApiError('INACTIVE_USER')
}

/**
 * Signs in a member whose identity is proven, by password or passkey: everything that a sign-in is refused for beside a wrong proof
 * is refused here, and a new device is announced to the member. Returns the bearer token and the new device cookie.
 */
export async function admit(
  app: AppContext,
  found: Proven,
  { from, device, isStillProven, refusal }: Admission,
): Promise<{ token: string; deviceCookie: string }> {
  const { db, clock } = app
  await refuseInactive(app, found, from)
  const newCookie = await issueDeviceCookie(db, from.deviceCookie, found)
  const now = clock.now()
  const warning = device === undefined ? await newDeviceWarning(db, found, from, now) : undefined
  const token = await transact(db, async (tx) => {
    const locked = await lockMember(tx, found.id)
    if (!(await isStillProven(tx, locked))) throw new ApiError(refusal)
    await record(tx, {
      kind: 'signed-in',
      at: now,
      actor: 'member',
      memberId: found.id,
      from: { ...from, deviceCookie: newCookie },
      after: { newDevice: device === undefined },
    })
    // Before the new session exists, and only the member's other devices have subscriptions: these get the message.
    // The sign-in does not wait for the SMS gateway, and does not fail with it.
    if (warning) {
      const tag = `device:${randomUUID()}`
      await tellOfChange(tx, { member: found, event: 'device', tag, text: warning.text })
    }
    return openSession(tx, found.id, now, { visit: from, isNewDevice: warning !== undefined })
  })
  return { token, deviceCookie: newCookie }
}
