import { eq } from 'drizzle-orm'
import { normalisePhone } from '#lib/phone.ts'
import type { AppContext } from '../../context.ts'
import { members } from '../../database/schema/members.ts'
import { countGuess } from '../../http/guesses.ts'
import { Refusal } from '../../http/refusal.ts'
import { readSetting } from '../../database/settings.ts'
import { knownDevice, markDevice } from '../../auth/device-mark.ts'
import { openSession } from '../../auth/sessions.ts'

interface Attempt {
  username: string
  password: string
  address: string
  deviceMark: string | undefined
}

/** Gives the bearer token and the device's new mark. An unknown phone and a wrong password look and last the same. */
export async function logIn(
  app: AppContext,
  { username, password, address, deviceMark }: Attempt,
): Promise<{ token: string; mark: string }> {
  const { db, clock, config, passwords } = app
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
  if (guess.tooMany) throw new Refusal(guess.tooMany === 'today' ? 'REQUEST_LIMIT' : 'REQUEST_LIMIT_1MIN')

  const right = found
    ? await passwords.matches(password, found.passwordHash)
    : await passwords.matchesNobody(password)
  if (!found || !right) throw new Refusal('WRONG_CREDENTIAL')
  await guess.forgive()
  if (found.status !== 'active') throw new Refusal('INACTIVE_USER')
  return {
    token: await openSession(db, found.id, clock.now()),
    mark: await markDevice(db, deviceMark, found),
  }
}
