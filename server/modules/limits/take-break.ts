import { and, eq } from 'drizzle-orm'
import type { takeBreak as takeBreakCall } from '#api/contract/limits.ts'
import { record } from '../../auth/audit-trail.ts'
import { beginBreak } from '../../auth/play-breaks.ts'
import { revokeSessions } from '../../auth/sessions.ts'
import { HOUR, later } from '../../clock.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'

type Taking = RequestContext<typeof takeBreakCall>

/** Begins the break: the member is signed out everywhere, and codes that wait to be paid are withdrawn. */
export async function takeBreak(context: Taking) {
  const { app, db, member, body } = context
  const now = app.clock.now()
  const { breakHours, exclusionMonths } = await readSetting(db, 'playLimits')
  const isOffered =
    body.kind === 'break' ? breakHours.includes(body.hours) : exclusionMonths.includes(body.months)
  if (!isOffered) throw new ApiError('KEY_INVALID')
  const endsAt = body.kind === 'break' ? later(now, body.hours * HOUR) : monthsLater(now, body.months)
  const { kind } = body
  const devices = await beginBreak(
    db,
    { memberId: member.id, kind, startsAt: now, endsAt },
    context.deviceCookie,
  )
  await db
    .update(qrCodes)
    .set({ status: 'cancelled' })
    .where(and(eq(qrCodes.memberId, member.id), eq(qrCodes.status, 'waiting')))
  const until = endsAt.toISOString()
  const after = { kind, until, devices }
  await record(db, {
    kind: 'break-taken',
    at: now,
    actor: 'member',
    memberId: member.id,
    from: context,
    after,
  })
  await revokeSessions(context, member.id)
  return { kind, until }
}

/** The same day of a later month, or the first of the next one where that month has no such day: never too early. */
function monthsLater(from: Date, months: number): Date {
  const then = new Date(from)
  then.setUTCMonth(then.getUTCMonth() + months)
  return then
}
