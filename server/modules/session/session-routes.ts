import { login, logout } from '#api/contract/account.ts'
import { endOtherSessions, endSession, listSessions } from '#api/contract/session.ts'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { describeDevice } from '../../auth/describe-device.ts'
import { listSessions as readSessions, revokeSessions } from '../../auth/sessions.ts'
import { transact } from '../../database/query.ts'
import { Refusal } from '../../http/refusal.ts'
import { route, type Route } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { logIn } from './log-in.ts'

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

  route(endSession, async (exchange) => {
    const { app, db, member, params } = exchange
    // Another member's looks like none at all.
    const ended = isUuid(params.id) ? await revokeSessions(exchange, member.id, { id: params.id }) : 0
    if (ended === 0) throw new Refusal('NO_DATA', 404)
    await record(db, { ...endedBy(exchange), at: app.clock.now(), after: { ended } })
    return { message: 'SUCCESS' }
  }),

  route(endOtherSessions, async (exchange) => {
    const { app, db, member, session } = exchange
    const ended = await revokeSessions(exchange, member.id, { except: session })
    if (ended > 0) await record(db, { ...endedBy(exchange), at: app.clock.now(), after: { ended } })
    return { message: 'SUCCESS' }
  }),
]

const endedBy = (exchange: RequestSource & { member: { id: string } }) =>
  ({ kind: 'sessions-ended', actor: 'member', memberId: exchange.member.id, from: exchange }) as const
