import { eq } from 'drizzle-orm'
import { normalisePhone } from '#lib/text/phone.ts'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestSource } from '../../auth/audit-trail.ts'
import { knownDevice } from '../../auth/device-cookie.ts'
import { countGuess } from '../../auth/guesses.ts'
import { recordFailure } from '../../auth/record-failure.ts'

export interface Credentials {
  username: string
  password: string
}

/**
 * The member with this phone and password, and the device if it is one of the member's. An unknown phone and a wrong password look
 * the same and take equally long: WRONG_CREDENTIAL; REQUEST_LIMIT or REQUEST_LIMIT_1MIN after too many guesses.
 */
export async function checkPassword(
  app: AppContext,
  { username, password }: Credentials,
  from: RequestSource,
) {
  const { db, config, passwords } = app
  const phone = normalisePhone(username, config.country)
  const [found] = await db
    .select({
      id: members.id,
      username: members.username,
      status: members.status,
      createdAt: members.createdAt,
      passwordHash: members.passwordHash,
      passwordChangedAt: members.passwordChangedAt,
    })
    .from(members)
    .where(eq(members.username, phone))
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
  const by = found && device !== undefined ? { known: found.id } : { address: from.address }
  const right = found
    ? await passwords.matches(password, found.passwordHash, by)
    : await passwords.matchesNobody(password, by)
  if (!found || !right) {
    await failed('wrong')
    throw new ApiError('WRONG_CREDENTIAL')
  }
  await guess.forgive()
  return { found, device }
}
