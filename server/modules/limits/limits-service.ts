import { and, eq, sql } from 'drizzle-orm'
import { limitKinds, limitPeriods, type LimitKind, type LimitPeriod } from '#api/contract/limits.ts'
import type { getLimits } from '#api/contract/limits.ts'
import type { ReplyInput } from '#api/contract/call.ts'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { DAY, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { onlyRow, rowsOf } from '../../database/query.ts'
import { playLimits } from '../../database/schema/limits.ts'
import { readSetting, type Setting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'

/** How long a member thinks again before confirming a higher limit, in ms. */
const RAISE_WAIT = DAY

/** For how long after that it can be confirmed, in ms: an old tap must not spare the member the time to think at another one. */
const RAISE_LIFE = 7 * DAY

interface LimitName {
  kind: LimitKind | 'time'
  period: LimitPeriod
}

type Row = typeof playLimits.$inferSelect

const isOffered = ({ kind }: LimitName, offered: Setting<'playLimits'>) => offered[kind]

/** The member's limits and how much of each is used. A limit that the house no longer offers is listed only if the member has set it. */
export async function describeLimits(
  db: Database,
  memberId: string,
  now: Date,
): Promise<ReplyInput<typeof getLimits>> {
  const offered = await readSetting(db, 'playLimits')
  const set = await db.select().from(playLimits).where(eq(playLimits.memberId, memberId))
  const names = limitKinds.flatMap((kind) => limitPeriods.map((period) => ({ kind, period })))
  const found = names.map((name) => ({ name, row: set.find((row) => isSame(row, name)) }))
  const shown = found.filter(({ name, row }) => row || isOffered(name, offered))
  const limits = []
  for (const { name, row } of shown)
    limits.push({ ...name, ...(await readUse(db, memberId, name)), ...describeRow(row, now) })
  const times = []
  for (const period of limitPeriods) {
    const row = set.find((one) => isSame(one, { kind: 'time', period }))
    if (row || offered.time) times.push(await describeTime(db, memberId, period, row, now))
  }
  return { limits, times, breakHours: offered.breakHours, exclusionMonths: offered.exclusionMonths }
}

async function describeTime(
  db: Database,
  memberId: string,
  period: LimitPeriod,
  row: Row | undefined,
  now: Date,
) {
  const at = now.toISOString()
  const rows = await rowsOf<{ seconds: string; until: string | Date }>(
    db,
    sql`select play_seconds(${memberId}, ${period}, ${at}::timestamptz) as seconds,
      play_period(${period}, ${at}::timestamptz, 1) as until`,
  )
  const use = onlyRow(rows)
  const { amount: minutes, raise } = describeRow(row, now) ?? {}
  return {
    period,
    used: Math.floor(Number(use.seconds) / 60),
    until: new Date(use.until).toISOString(),
    minutes,
    raise: raise && { minutes: raise.amount, from: raise.from },
  }
}

const isSame = (row: LimitName, { kind, period }: LimitName) => row.kind === kind && row.period === period

const describeRow = (row: Row | undefined, now: Date) => {
  const raise = row && raiseOf(row, now)
  return (
    row && {
      amount: row.amount,
      ...(raise && { raise: { amount: raise.amount, from: raise.from.toISOString() } }),
    }
  )
}

interface Raise {
  /** Null for no limit. */
  amount: number | null
  askedAt: Date
  /** When it may be confirmed. */
  from: Date
}

/** What the member has asked for; nothing once that has lapsed. */
function raiseOf({ raisedAmount: amount, raiseAskedAt: askedAt }: Row, now: Date): Raise | undefined {
  if (askedAt === null) return undefined
  const from = later(askedAt, RAISE_WAIT)
  return later(from, RAISE_LIFE) > now ? { amount, askedAt, from } : undefined
}

async function readUse(db: Database, memberId: string, { kind, period }: LimitName) {
  const rows = await rowsOf<{ used: string; until: string | Date }>(
    db,
    sql`select play_used(${memberId}, ${kind}, ${period}, clock_timestamp()) as used,
      play_period(${period}, clock_timestamp(), 1) as until`,
  )
  const { used, until } = onlyRow(rows)
  return { used: Number(used), until: new Date(until).toISOString() }
}

interface Change {
  db: Database
  member: { id: string }
  from: RequestSource
  now: Date
}

const whose = (memberId: string, { kind, period }: LimitName) =>
  and(eq(playLimits.memberId, memberId), eq(playLimits.kind, kind), eq(playLimits.period, period))

/** Sets a first or lower limit at once, and keeps what else is asked for until it is confirmed. The caller holds the member's lock. */
export async function setLimit(change: Change, { amount, ...name }: LimitName & { amount: number | null }) {
  const { db, member, now } = change
  const mine = whose(member.id, name)
  const [current] = await db.select().from(playLimits).where(mine)
  if (!current && amount === null) return
  if (!current && !isOffered(name, await readSetting(db, 'playLimits'))) throw new ApiError('KEY_INVALID')
  if (amount !== null && amount < 0) throw new ApiError('KEY_INVALID')
  const isRaise = current !== undefined && (amount === null || amount > current.amount)
  const before = current && raiseOf(current, now)
  const asked = isRaise
    ? // Asking for the same once more does not restart the wait.
      { raisedAmount: amount, raiseAskedAt: before?.amount === amount ? before.askedAt : now }
    : { raisedAmount: null, raiseAskedAt: null }
  const values = {
    amount: isRaise || amount === null ? (current?.amount ?? 0) : amount,
    ...asked,
    updatedAt: now,
  }
  if (current) await db.update(playLimits).set(values).where(mine)
  else await db.insert(playLimits).values({ memberId: member.id, ...name, ...values })
  await recordLimit(change, name, { before: current?.amount ?? null, after: amount, asked: isRaise })
}

/**
 * The second yes, to `shown` (null for no limit; undefined if the app does not say). NO_DATA: that is not what was asked for. LIMIT_WAIT:
 * less than 24 hours have passed since the first. The caller holds the member's lock.
 */
export async function confirmLimit(
  change: Change,
  { amount: shown, ...name }: LimitName & { amount: number | null | undefined },
): Promise<void> {
  const { db, member, now } = change
  const mine = whose(member.id, name)
  const [current] = await db.select().from(playLimits).where(mine)
  const raise = current && raiseOf(current, now)
  if (!raise || (shown !== undefined && shown !== raise.amount)) throw new ApiError('NO_DATA')
  const { amount, from } = raise
  if (from > now) throw new ApiError('LIMIT_WAIT', undefined, { until: from.toISOString() })
  if (amount === null) await db.delete(playLimits).where(mine)
  else
    await db
      .update(playLimits)
      .set({ amount, raisedAmount: null, raiseAskedAt: null, updatedAt: now })
      .where(mine)
  await recordLimit(change, name, { before: current.amount, after: amount, asked: false })
}

const recordLimit = (
  { db, member, from, now }: Change,
  { kind, period }: LimitName,
  { before, after, asked }: { before: number | null; after: number | null; asked: boolean },
) =>
  record(db, {
    kind: 'limit-changed',
    at: now,
    actor: 'member',
    memberId: member.id,
    from,
    subject: `${kind}:${period}`,
    before: { amount: before },
    after: { amount: after, asked },
  })
