import { and, eq, gt, sql } from 'drizzle-orm'
import type { takeBreak as takeBreakCall } from '#api/contract/limits.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { beginBreak } from '../../auth/play-breaks.ts'
import { readerOf, revokeSessions } from '../../auth/sessions.ts'
import { HOUR, later } from '../../clock.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { coupons } from '../../database/schema/spin.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError, catchApiError } from '../../http/api-error.ts'
import type { Beforehand, RequestContext } from '../../http/route.ts'
import { queueSms } from '../../push/queue-sms.ts'
import { renewPasswords } from '../games/game-password.ts'
import { confirmCaller } from '../session/confirm-caller.ts'
import { callBackFromGames } from '../transfer/finish-transfer.ts'
import { excludedMessage } from './excluded-message.ts'

type Taking = RequestContext<typeof takeBreakCall>

/**
 * Why the break must not begin; undefined if it may. A self-exclusion needs the password: a stolen token could shut its owner out for
 * months. A short break needs nothing, so that nothing keeps a member who wants to stop.
 */
export const refusalOfBreak = (context: Beforehand<typeof takeBreakCall>) =>
  catchApiError(async () => {
    if (context.body.kind === 'exclusion') await confirmCaller(context, context.body.password)
  })

/**
 * Begins the break. It signs the member out everywhere, cancels QR codes that wait to be paid, calls back money that is on its way into a
 * game, and gives games new passwords, so that the member cannot play at the provider either. A self-exclusion is confirmed by SMS.
 */
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
  await callBackFromGames(db, member.id, now)
  await renewPasswords(app, db, member.id)
  // Nobody can claim one without a session: its time goes on when the break has ended.
  const length = endsAt.getTime() - now.getTime()
  await db
    .update(coupons)
    .set({ expiresAt: sql`${coupons.expiresAt} + ${length}::bigint * interval '1 millisecond'` })
    .where(and(eq(coupons.memberId, member.id), eq(coupons.status, 'claimable'), gt(coupons.expiresAt, now)))
  const until = endsAt.toISOString()
  const after = { kind, until, devices }
  await record(db, {
    ...byMember(context),
    kind: 'break-taken',
    at: now,
    after,
  })
  const reader = await readerOf(db, member.id, context)
  await revokeSessions(context, member.id)
  if (body.kind === 'exclusion') {
    const text = excludedMessage[reader](body.months, now)
    await queueSms(db, { to: member.username, text })
  }
  return { kind, until }
}

/** The time in Bangkok is ahead of UTC by this all year round, in ms. */
const BANGKOK = 7 * HOUR

/**
 * The same day of a later month in Bangkok, or one of the first days of the next month where that one has no such day: never too
 * early.
 */
function monthsLater(from: Date, months: number): Date {
  const then = later(from, BANGKOK)
  then.setUTCMonth(then.getUTCMonth() + months)
  return later(then, -BANGKOK)
}
