import { byMember } from '../../auth/audit-trail.ts'
import { checkOwnPassword } from '../../auth/own-password.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import { isRecentSession } from '../../auth/sessions.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Beforehand } from '../../http/route.ts'
import type { takeBreak } from '#api/contract/limits.ts'

type Asking = Pick<
  Beforehand<typeof takeBreak>,
  'app' | 'member' | 'session' | 'address' | 'deviceCookie' | 'userAgent'
>

/**
 * Asks for the password once more unless the session has just begun, because a token alone must not do what outlives its session. Refuses
 * with WRONG_PASSWORD, also where none was sent: such a call only asks whether it is needed; with REQUEST_LIMIT after too many. An
 * operation calls this in `prepare`: its transaction, rolled back, would forget the guess.
 */
export async function confirmCaller(context: Asking, password: string | undefined): Promise<void> {
  const { app, member, session } = context
  if (await isRecentSession(app.db, session, app.clock.now())) return
  if (password === undefined) throw new ApiError('WRONG_PASSWORD')
  const own = await checkOwnPassword(app, member.id, password)
  if (own === 'too-many') throw new ApiError('REQUEST_LIMIT')
  if (own.hash !== null) return
  await recordFailure(app, { ...byMember(context), kind: 'password-refused', after: {} }, member.id)
  throw new ApiError('WRONG_PASSWORD')
}
