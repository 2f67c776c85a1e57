import { login, logout } from '#api/contract/account.ts'
import { route, type Route } from '../../http/route.ts'
import { logIn } from './log-in.ts'
import { closeSession } from './sessions.ts'

export const sessionRoutes: readonly Route[] = [
  route(
    login,
    async ({ app, body, address, deviceMark, keepDeviceMark }) => {
      const { token, mark } = await logIn(app, { ...body, address, deviceMark })
      keepDeviceMark(mark)
      return { token }
    },
    { failure: 'LOGIN_FAIL' },
  ),

  route(logout, async ({ app, db, member, session, afterCommit }) => {
    await closeSession(db, session)
    afterCommit(() => app.realtime.signedOut(member.id, { session }))
    return { message: 'SUCCESS' }
  }),
]
