import type { RequestSource } from '../../auth/audit-trail.ts'
import { type Credentials, checkPassword } from '../session/check-password.ts'
import { refuseInactive } from '../session/log-in.ts'
import { findBreak, type PlayBreak } from '../../auth/play-breaks.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../http/api-error.ts'

/**
 * The break of the member with this phone and password, who gets no session while it lasts. Guesses count as those of the sign-in do.
 * NO_DATA if the member is on no break; INACTIVE_USER as at the sign-in.
 */
export async function identifyOnBreak(
  app: AppContext,
  credentials: Credentials,
  from: RequestSource,
): Promise<PlayBreak> {
  const { found } = await checkPassword(app, credentials, from)
  await refuseInactive(app, found, from)
  const taken = await findBreak(app.db, found.id, app.clock.now())
  if (!taken) throw new ApiError('NO_DATA')
  return taken
}
