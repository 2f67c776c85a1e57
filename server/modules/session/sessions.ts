import { and, eq, getTableColumns, lt, ne } from 'drizzle-orm'
import { DAY, HOUR, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { members, sessions } from '../../database/schema/members.ts'
import { hashOf, newToken } from '../../http/tokens.ts'

export type Member = Omit<typeof members.$inferSelect, 'passwordHash'>

const LIFE = 30 * DAY
/** How long an outdated token is still told from an unknown one. */
const REMEMBERED = 7 * DAY

/** A member without what must not travel. */
const { passwordHash: _passwordHash, ...memberColumns } = getTableColumns(members)

/** A new session; gives the bearer token, which is kept nowhere. */
export async function openSession(db: Database, memberId: string, now: Date): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({
    tokenHash: hashOf(token),
    memberId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: later(now, LIFE),
  })
  return token
}

export type Bearer =
  | { kind: 'member'; member: Member; session: string }
  | { kind: 'unknown' }
  | { kind: 'expired' }

/** Whose token it is. Each use puts its end off again, written at most once an hour. */
export async function findBearer(db: Database, token: string, now: Date): Promise<Bearer> {
  const tokenHash = hashOf(token)
  const [found] = await db
    .select({ member: memberColumns, expiresAt: sessions.expiresAt, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.tokenHash, tokenHash))
  if (!found || found.member.status !== 'active') return { kind: 'unknown' }
  if (found.expiresAt <= now) return { kind: 'expired' }
  if (found.lastSeenAt < later(now, -HOUR)) {
    await db
      .update(sessions)
      .set({ lastSeenAt: now, expiresAt: later(now, LIFE) })
      .where(eq(sessions.tokenHash, tokenHash))
  }
  return { kind: 'member', member: found.member, session: tokenHash }
}

export async function closeSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function closeOtherSessions(db: Database, memberId: string, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.memberId, memberId), ne(sessions.tokenHash, tokenHash)))
}

export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, later(now, -REMEMBERED)))
}
