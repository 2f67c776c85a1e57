import { eq } from 'drizzle-orm'
import { normalisePhone } from '#lib/phone.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { type AttemptLimit, countAttempt, forgiveAttempt } from '../../http/attempts.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf } from '../../http/tokens.ts'
import { readSetting } from '../../database/settings.ts'
import { openSession } from './sessions.ts'

/** Gives the bearer token. An unknown phone and a wrong password look and last the same. */
export async function logIn(
  app: AppContext,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<string> {
  const { db, clock, config, passwords } = app
  if (!(await readSetting(db, 'active'))) throw new Refusal('GONE')
  const phone = normalisePhone(username, config.country)
  const limits = limitsOf(phone, address)
  await countAll(db, limits, clock.now())

  const [found] = await db
    .select({ id: members.id, status: members.status, passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.username, phone))
  const right = found
    ? await passwords.matches(password, found.passwordHash)
    : await passwords.matchesNobody(password)
  if (!found || !right) throw new Refusal('WRONG_CREDENTIAL')
  for (const { key } of limits) await forgiveAttempt(db, key)
  if (found.status !== 'active') throw new Refusal('INACTIVE_USER')
  return openSession(db, found.id, clock.now())
}

/** Wrong attempts only: those that turn out right are given back. The phone is not kept as it is. */
function limitsOf(phone: string, address: string): AttemptLimit[] {
  const who = hashOf(phone)
  return [
    { key: `login:minute:${who}`, most: 5, within: MINUTE },
    { key: `login:hour:${who}`, most: 50, within: HOUR },
    { key: `login:address:${address}`, most: 30, within: MINUTE },
  ]
}

async function countAll(db: Database, limits: readonly AttemptLimit[], now: Date): Promise<void> {
  for (const limit of limits) {
    if (await countAttempt(db, limit, now)) continue
    throw new Refusal(limit.within === MINUTE ? 'REQUEST_LIMIT_1MIN' : 'REQUEST_LIMIT')
  }
}
