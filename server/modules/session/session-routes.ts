import { login, logout, logoutLater } from '#api/contract/login.ts'
import { beginPasskeyLogin, loginByPasskey } from '#api/contract/passkey.ts'
import { endOtherSessions, endSession, listSessions } from '#api/contract/session.ts'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { describeDevice } from '../../auth/describe-device.ts'
import { findOwner, listSessions as readSessions, revokeSessions } from '../../auth/sessions.ts'
import { transact } from '../../database/query.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { logIn } from './log-in.ts'
import { beginLoginByPasskey, logInByPasskey } from './log-in-by-passkey.ts'

export const routes: readonly Route[] = [
  route(
    login,
    async (context) => {
      const { token, deviceCookie } = await logIn(context.app, { ...context.body, from: context })
      context.setDeviceCookie(deviceCookie)
      return { token }
    },
    { failure: 'LOGIN_FAIL' },
  ),

  // As many as guesses of passwords: a town may stand behind one address.
  route(beginPasskeyLogin, beginLoginByPasskey, { perMinute: 300 }),

  route(
    loginByPasskey,
    async (context) => {
      const { token, deviceCookie } = await logInByPasskey(context)
      context.setDeviceCookie(deviceCookie)
      return { token }
    },
    { perMinute: 300, failure: 'LOGIN_FAIL' },
  ),

  route(logout, async (context) => {
    const { app, db, member } = context
    await transact(db, async (tx) => {
      await revokeSessions({ ...context, db: tx }, member.id, { only: context.session })
      const at = app.clock.now()
      await record(tx, { kind: 'signed-out', at, actor: 'member', memberId: member.id, from: context })
    })
    return { message: 'SUCCESS' }
  }),

  route(logoutLater, async (context) => {
    const { app, db, body } = context
    await transact(db, async (tx) => {
      const memberId = await findOwner(tx, body.session)
      // A session that no longer exists gets the same answer.
      if (memberId === undefined) return
      const ended = await revokeSessions({ ...context, db: tx }, memberId, { only: body.session })
      if (ended === 0) return
      const at = app.clock.now()
      await record(tx, { kind: 'signed-out', at, actor: 'member', memberId, from: context })
    })
    return { message: 'SUCCESS' }
  }),

  route(listSessions, async ({ app, db, member, session }) => {
    const { rows, total } = await readSessions(db, member.id, session, app.clock.now())
    const sessions = rows.map(({ id, userAgent, place, createdAt, lastSeenAt, isCurrent, isNewDevice }) => ({
      id,
      ...describeDevice(userAgent),
      place,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent,
      isNewDevice,
    }))
    return { sessions, total }
  }),

  route(endSession, async (context) => {
    const { app, db, member, params } = context
    // Another member's session is treated as unknown.
    const ended = isUuid(params.id) ? await revokeSessions(context, member.id, { id: params.id }) : 0
    if (ended === 0) throw new ApiError('NO_DATA', 404)
    await record(db, { ...endedBy(context), at: app.clock.now(), after: { ended } })
    return { message: 'SUCCESS' }
  }),

  route(endOtherSessions, async (context) => {
    const { app, db, member, session } = context
    const ended = await revokeSessions(context, member.id, { except: session })
    if (ended > 0) await record(db, { ...endedBy(context), at: app.clock.now(), after: { ended } })
    return { message: 'SUCCESS' }
  }),
]

const endedBy = (context: RequestSource & { member: { id: string } }) =>
  ({ kind: 'sessions-ended', actor: 'member', memberId: context.member.id, from: context }) as const
