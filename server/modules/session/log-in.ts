import { eq } from 'drizzle-orm'
import { normalisePhone } from '#lib/phone.ts'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { transact } from '../../database/query.ts'
import { countGuess } from '../../http/guesses.ts'
import { recordFailure } from '../../http/record-failure.ts'
import { Refusal } from '../../http/refusal.ts'
import { readSetting } from '../../database/settings.ts'
import { knownDevice, markDevice } from '../../auth/device-mark.ts'
import { openSession } from '../../auth/sessions.ts'

interface Attempt {
  username: string
  password: string
  from: RequestSource
}

/** Gives the bearer token and the device's new mark. An unknown phone and a wrong password look and last the same. */
export async function logIn(
  app: AppContext,
  { username, password, from }: Attempt,
): Promise<{ token: string; mark: string }> {
  const { db, clock, config, passwords } = app
  const { address, deviceMark } = from
  if (!(await readSetting(db, 'active'))) throw new Refusal('GONE')
  const phone = normalisePhone(username, config.country)
  const [found] = await db
    .select({
      id: members.id,
      status: members.status,
      passwordHash: members.passwordHash,
      passwordChangedAt: members.passwordChangedAt,
    })
    .from(members)
    .where(eq(members.username, phone))
  const device = await knownDevice(db, deviceMark, found)
  const guess = await countGuess(app, { what: 'login', phone, address, device })
  const failed = (reason: 'wrong' | 'inactive' | 'too-many') =>
    recordFailure(
      app,
      { kind: 'sign-in-failed', actor: 'stranger', memberId: found?.id, from, after: { reason } },
      phone,
    )
  if (guess.tooMany) {
    await failed('too-many')
    throw new Refusal(guess.tooMany === 'today' ? 'REQUEST_LIMIT' : 'REQUEST_LIMIT_1MIN')
  }

  const right = found
    ? await passwords.matches(password, found.passwordHash)
    : await passwords.matchesNobody(password)
  if (!found || !right) {
    await failed('wrong')
    throw new Refusal('WRONG_CREDENTIAL')
  }
  await guess.forgive()
  if (found.status !== 'active') {
    await failed('inactive')
    throw new Refusal('INACTIVE_USER')
  }
  const mark = await markDevice(db, deviceMark, found)
  const now = clock.now()
  const token = await transact(db, async (tx) => {
    await record(tx, {
      kind: 'signed-in',
      at: now,
      actor: 'member',
      memberId: found.id,
      from: { ...from, deviceMark: mark },
      after: { newDevice: device === undefined },
    })
    return openSession(tx, found.id, now)
  })
  return { token, mark }
}
