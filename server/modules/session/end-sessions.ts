import type { logout, logoutLater } from '#api/contract/login.ts'
import type { endOtherSessions, endSession } from '#api/contract/session.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { findOwner, revokeSessions } from '../../auth/sessions.ts'
import { transact } from '../../database/query.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'

export async function logOut(context: RequestContext<typeof logout>): Promise<void> {
  const { app, db, member } = context
  await transact(db, async (tx) => {
    await revokeSessions({ ...context, db: tx }, member.id, { only: context.session })
    const at = app.clock.now()
    await record(tx, { ...byMember(context), kind: 'signed-out', at })
  })
}

/** Ends the session that a phone without a network has left, by its token's hash. One that no longer exists is no error. */
export async function logOutLater(context: RequestContext<typeof logoutLater>): Promise<void> {
  const { app, db, body } = context
  await transact(db, async (tx) => {
    const memberId = await findOwner(tx, body.session)
    if (memberId === undefined) return
    const ended = await revokeSessions({ ...context, db: tx }, memberId, { only: body.session })
    if (ended === 0) return
    const at = app.clock.now()
    await record(tx, { kind: 'signed-out', at, actor: 'member', memberId, from: context })
  })
}

/** Refuses with NO_DATA for a session that is unknown, or another member's. */
export async function endOneSession(context: RequestContext<typeof endSession>): Promise<void> {
  const { app, db, member, params } = context
  const ended = isUuid(params.id) ? await revokeSessions(context, member.id, { id: params.id }) : 0
  if (ended === 0) throw new ApiError('NO_DATA', 404)
  await record(db, { ...byMember(context), kind: 'sessions-ended', at: app.clock.now(), after: { ended } })
}

export async function endSessionsElsewhere(context: RequestContext<typeof endOtherSessions>): Promise<void> {
  const { app, db, member, session } = context
  const ended = await revokeSessions(context, member.id, { except: session })
  if (ended > 0)
    await record(db, { ...byMember(context), kind: 'sessions-ended', at: app.clock.now(), after: { ended } })
}
