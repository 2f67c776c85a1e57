import { login, logout, logoutLater } from '#api/contract/login.ts'
import { beginPasskeyLogin, loginByPasskey } from '#api/contract/passkey.ts'
import { endOtherSessions, endSession, listSessions } from '#api/contract/session.ts'
import { describeDevice } from '../../auth/describe-device.ts'
import { listSessions as readSessions } from '../../auth/sessions.ts'
import { route, type Route } from '../../http/route.ts'
import { endOneSession, endSessionsElsewhere, logOut, logOutLater } from './end-sessions.ts'
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
    await logOut(context)
    return { message: 'SUCCESS' }
  }),

  route(logoutLater, async (context) => {
    await logOutLater(context)
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
    await endOneSession(context)
    return { message: 'SUCCESS' }
  }),

  route(endOtherSessions, async (context) => {
    await endSessionsElsewhere(context)
    return { message: 'SUCCESS' }
  }),
]
