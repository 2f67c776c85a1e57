import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { DAY, HOUR, later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { placeholder, prepared } from '../database/prepared.ts'
import { inBatches } from '../database/query.ts'
import { members, sessions } from '../database/schema/members.ts'
import { hashOf, newToken } from './tokens.ts'
import { maskAddress } from './describe-device.ts'

export type Member = Omit<typeof members.$inferSelect, 'passwordHash'>

/** How long a session lives without use, in ms. */
const LIFE = 30 * DAY
/** How long a session in use lives at most, in ms. */
const WHOLE_LIFE = 90 * DAY
/** A session's last use is written at most once in this time, in ms. */
const SEEN_EVERY = 5 * MINUTE
const MAX_LISTED = 50
/** How long an expired token is still distinguished from an unknown one, in ms. */
const REMEMBERED = 7 * DAY

/** A member without the password's hash. */
const { passwordHash: _passwordHash, ...memberColumns } = getTableColumns(members)
const { createdAt, expiresAt, lastSeenAt } = sessions
const sessionTimes = { createdAt, expiresAt, lastSeenAt }

/** The origin of a request. */
export interface Visit {
  userAgent: string
  address: string
  /** The language that the app was set to; undefined if the request did not say. */
  locale?: Locale
}

const seenAt = (now: Date, visit: Visit | undefined) => ({
  lastSeenAt: now,
  ...(visit && {
    userAgent: visit.userAgent,
    place: maskAddress(visit.address),
    locale: visit.locale,
  }),
})

/** Opens a session; returns the bearer token, which is not stored. */
export async function openSession(
  db: Database,
  memberId: string,
  now: Date,
  { visit, isNewDevice }: { visit?: Visit; isNewDevice?: boolean } = {},
): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({
    tokenHash: hashOf(token),
    memberId,
    createdAt: now,
    expiresAt: later(now, LIFE),
    isNewDevice,
    ...seenAt(now, visit),
  })
  return token
}

type Bearer =
  /** `locale` is the language in which the session was last used. */
  | { kind: 'member'; member: Member; session: string; locale: Locale | undefined; along: unknown }
  | { kind: 'unknown' }
  | { kind: 'expired' }

/** Reads a session, and in the same statement `along`, the data that a call needs of its member. */
export type SessionQuery<Along> = (
  db: Database,
  values: { tokenHash: string },
) => Promise<
  {
    member: Member
    locale: Locale | null
    createdAt: Date
    expiresAt: Date
    lastSeenAt: Date
    along: Along
  }[]
>

/** A query for a session. `along`: further columns, by name; each is an SQL expression that may use `members.id`. */
export function sessionWith<Along extends Record<string, SQL>>(
  along: Along,
): SessionQuery<{ [Name in keyof Along]: Along[Name] extends SQL<infer Result> ? Result : never }> {
  const ask = prepared((db) =>
    db
      .select({ member: memberColumns, locale: sessions.locale, ...sessionTimes, along })
      .from(sessions)
      .innerJoin(members, eq(members.id, sessions.memberId))
      .where(eq(sessions.tokenHash, placeholder('tokenHash'))),
  )
  return ask
}

const sessionAlone = sessionWith({})

/** The member of this session while it is open, by the rules of `findBearer`. Further conditions may follow. */
export const signedIn = sql`select members.id from sessions join members on members.id = sessions.member_id
    where sessions.token_hash = ${placeholder('session')} and members.id = ${placeholder('owner')}
      and members.status = 'active' and sessions.expires_at > ${placeholder('now')}::timestamptz
      and sessions.created_at > ${placeholder('now')}::timestamptz - interval '${sql.raw(String(WHOLE_LIFE / HOUR))} hours'`

/** The condition that a session has not expired. */
export const isUnexpired = (now: Date) =>
  and(gt(sessions.expiresAt, now), gt(sessions.createdAt, later(now, -WHOLE_LIFE)))

/** The session of this token. Using it postpones its expiry, up to its maximum lifetime. */
export async function findBearer(
  db: Database,
  token: string,
  now: Date,
  visit?: Visit,
  ask: SessionQuery<unknown> = sessionAlone,
): Promise<Bearer> {
  const tokenHash = hashOf(token)
  const [found] = await ask(db, { tokenHash })
  if (!found || found.member.status !== 'active') return { kind: 'unknown' }
  const { member, createdAt, expiresAt, lastSeenAt } = found
  const end = later(createdAt, WHOLE_LIFE)
  if (expiresAt <= now || end <= now) return { kind: 'expired' }
  const unseenSince = later(now, -SEEN_EVERY)
  if (lastSeenAt < unseenSince) {
    const next = later(now, LIFE)
    await db
      .update(sessions)
      .set({ ...seenAt(now, visit), expiresAt: next < end ? next : end })
      // Only one of several concurrent requests writes.
      .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, unseenSince)))
  }
  const { along } = found
  return { kind: 'member', member, session: tokenHash, locale: found.locale ?? undefined, along }
}

/** The member's open sessions: the current one, then the most recently used; and their total number. */
export async function listSessions(db: Database, memberId: string, current: string, now: Date) {
  const open = and(eq(sessions.memberId, memberId), isUnexpired(now))
  const isCurrent = sql<boolean>`${sessions.tokenHash} = ${current}`
  const { tokenHash: _, ...columns } = getTableColumns(sessions)
  const rows = await db
    .select({ ...columns, isCurrent })
    .from(sessions)
    .where(open)
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(MAX_LISTED)
  const [all] = await db.select({ total: count() }).from(sessions).where(open)
  return { rows, total: all?.total ?? 0 }
}

/** How long after a sign-in the password need not be given again, in ms. */
const RECENT = 10 * MINUTE

/** Whether the session of this token's hash began with a sign-in just now. */
export async function isRecentSession(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.createdAt, later(now, -RECENT))))
  return rows.length > 0
}

/** The hashes of tokens whose sessions are still open. */
export async function findOpenSessions(
  db: Database,
  hashes: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .innerJoin(members, and(eq(members.id, sessions.memberId), eq(members.status, 'active')))
    .where(and(inArray(sessions.tokenHash, [...hashes]), isUnexpired(now)))
  return new Set(rows.map(({ tokenHash }) => tokenHash))
}

/** The owner of a session by its token's hash. */
export async function findOwner(db: Database, tokenHash: string): Promise<string | undefined> {
  const [found] = await db
    .select({ memberId: sessions.memberId })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
  return found?.memberId
}

/**
 * The language in which the member's devices were used last; undefined if there is none. `asking` is the hash of the session that
 * asks, which is left out: a thief may have chosen its language.
 */
export async function usualLocale(db: Database, memberId: string, asking = ''): Promise<Locale | undefined> {
  const [last] = await db
    .select({ locale: sessions.locale })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), ne(sessions.tokenHash, asking), isNotNull(sessions.locale)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(1)
  return last?.locale ?? undefined
}

/** The language in which a member is told of a change: that of the other devices, because a thief chooses the language of the request and of its session. */
export const readerOf = async (
  db: Database,
  memberId: string,
  { session, locale }: { session: string; locale: Locale },
): Promise<Locale> => (await usualLocale(db, memberId, session)) ?? locale

/** The parts of a call that a revocation needs. */
interface Revoking {
  app: { realtime: { signedOut: (sessions: readonly string[]) => void } }
  db: Database
  afterCommit: (then: () => void) => void
}

/**
 * Ends sessions of the member: one, by its id or its token's hash; all but the one of a hash; or all. Their sockets are closed after
 * the commit, and their apps go to the sign-in at the next call. Returns the number of ended sessions.
 */
export async function revokeSessions(
  { app, db, afterCommit }: Revoking,
  memberId: string,
  which: { id?: string; only?: string; except?: string } = {},
): Promise<number> {
  const { id, only, except } = which
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.memberId, memberId),
        id === undefined ? undefined : eq(sessions.id, id),
        only === undefined ? undefined : eq(sessions.tokenHash, only),
        except === undefined ? undefined : ne(sessions.tokenHash, except),
      ),
    )
    .returning({ tokenHash: sessions.tokenHash })
  afterCommit(() => app.realtime.signedOut(ended.map(({ tokenHash }) => tokenHash)))
  return ended.length
}

export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await inBatches(sessions, lt(sessions.expiresAt, later(now, -REMEMBERED)), (share) =>
    db.delete(sessions).where(share).returning({ id: sessions.id }),
  )
}
