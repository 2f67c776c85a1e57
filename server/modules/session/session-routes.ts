import { login, logout } from '#api/contract/account.ts'
import { record } from '../../auth/audit-trail.ts'
import { transact } from '../../database/query.ts'
import { route, type Route } from '../../http/route.ts'
import { logIn } from './log-in.ts'
import { revokeSessions } from '../../auth/sessions.ts'

export const sessionRoutes: readonly Route[] = [
  route(
    login,
    async (exchange) => {
      const { token, mark } = await logIn(exchange.app, { ...exchange.body, from: exchange })
      exchange.keepDeviceMark(mark)
      return { token }
    },
    { failure: 'LOGIN_FAIL' },
  ),

  route(logout, async (exchange) => {
    const { app, db, member } = exchange
    await transact(db, async (tx) => {
      await revokeSessions({ ...exchange, db: tx }, member.id, { only: exchange.session })
      const at = app.clock.now()
      await record(tx, { kind: 'signed-out', at, actor: 'member', memberId: member.id, from: exchange })
    })
    return { message: 'SUCCESS' }
  }),
]
