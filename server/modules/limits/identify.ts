import { eq } from 'drizzle-orm'
import { normalisePhone } from '#lib/phone.ts'
import type { RequestSource } from '../../auth/audit-trail.ts'
import { knownDevice } from '../../auth/device-cookie.ts'
import { countGuess } from '../../auth/guesses.ts'
import { findBreak, type PlayBreak } from '../../auth/play-breaks.ts'
import { recordFailure } from '../../auth/record-failure.ts'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { ApiError } from '../../http/api-error.ts'

export interface Credentials {
  username: string
  password: string
}

/**
 * The break of the member with this phone and password, who gets no session while it lasts. Guesses count as those of the sign-in do.
 * NO_DATA if he is on no break.
 */
export async function identifyOnBreak(
  app: AppContext,
  { username, password }: Credentials,
  from: RequestSource,
): Promise<PlayBreak> {
  const { db, clock, config, passwords } = app
  const phone = normalisePhone(username, config.country)
  const [found] = await db.select().from(members).where(eq(members.username, phone))
  const device = await knownDevice(db, from.deviceCookie, found)
  const guess = await countGuess(app, { what: 'login', phone, address: from.address, device })
  const failed = (reason: 'wrong' | 'too-many') =>
    recordFailure(
      app,
      { kind: 'sign-in-failed', actor: 'stranger', memberId: found?.id, from, after: { reason } },
      phone,
    )
  if (guess.tooMany) {
    await failed('too-many')
    throw new ApiError(guess.tooMany === 'today' ? 'REQUEST_LIMIT' : 'REQUEST_LIMIT_1MIN')
  }
  const right = found
    ? await passwords.matches(password, found.passwordHash)
    : await passwords.matchesNobody(password)
  if (!found || !right) {
    await failed('wrong')
    throw new ApiError('WRONG_CREDENTIAL')
  }
  await guess.forgive()
  const taken = await findBreak(db, found.id, clock.now())
  if (!taken) throw new ApiError('NO_DATA')
  return taken
}
