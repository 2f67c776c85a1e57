import { and, eq, getTableColumns, lt, ne } from 'drizzle-orm'
import { DAY, HOUR, later } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { members, sessions } from '../database/schema/members.ts'
import { hashOf, newToken } from '../http/tokens.ts'
import type { Realtime } from '../realtime/realtime.ts'

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

/** What a revocation needs of the call that asks for it. */
interface Revoking {
  app: { realtime: Pick<Realtime, 'signedOut'> }
  db: Database
  afterCommit: (then: () => void) => void
}

/**
 * Ends sessions of the member: the one of a token's hash, all but that, or all. Their chat sockets are closed once it is
 * committed, and their apps go to the sign-in with the next thing they ask. False: there was none.
 */
export async function revokeSessions(
  { app, db, afterCommit }: Revoking,
  memberId: string,
  which: { only?: string; except?: string } = {},
): Promise<boolean> {
  const { only, except } = which
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.memberId, memberId),
        only === undefined ? undefined : eq(sessions.tokenHash, only),
        except === undefined ? undefined : ne(sessions.tokenHash, except),
      ),
    )
    .returning({ tokenHash: sessions.tokenHash })
  afterCommit(() => app.realtime.signedOut(ended.map(({ tokenHash }) => tokenHash)))
  return ended.length > 0
}

export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, later(now, -REMEMBERED)))
}
