import { login, logout } from '#api/contract/account.ts'
import { route, type Route } from '../../http/route.ts'
import { logIn } from './log-in.ts'
import { revokeSessions } from '../../auth/sessions.ts'

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

  route(logout, async (exchange) => {
    await revokeSessions(exchange, exchange.member.id, { only: exchange.session })
    return { message: 'SUCCESS' }
  }),
]
