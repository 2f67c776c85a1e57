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
  const rowOf = (name: LimitName) => set.find((row) => isSame(row, name))
  const shownOf = <Kind extends LimitName['kind']>(kinds: readonly Kind[]) =>
    kinds
      .flatMap((kind) => limitPeriods.map((period) => ({ kind, period })))
      .filter((name) => rowOf(name) || isOffered(name, offered))
  const limits = shownOf(limitKinds)
  const times = shownOf(['time'])
  const useOf = await readUses(db, memberId, [...limits, ...times], now)
  return {
    limits: limits.map((name) => ({ ...name, ...useOf(name), ...describeRow(rowOf(name), now) })),
    times: times.map((name) => {
      const { used: seconds, until } = useOf(name)
      const { amount: minutes, raise } = describeRow(rowOf(name), now) ?? {}
      return {
        period: name.period,
        used: Math.floor(seconds / 60),
        until,
        minutes,
        raise: raise && { minutes: raise.amount, from: raise.from },
      }
    }),
    breakHours: offered.breakHours,
    exclusionMonths: offered.exclusionMonths,
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

/** How much of each limit is used, in satang (of time: in seconds), and when its period ends. One query reads them all. */
async function readUses(db: Database, memberId: string, names: readonly LimitName[], now: Date) {
  const at = sql`case kind when 'time' then ${now.toISOString()}::timestamptz else clock_timestamp() end`
  const rows = await rowsOf<Pick<LimitName, 'kind' | 'period'> & { used: string; until: string | Date }>(
    db,
    sql`select kind, period, play_period(period, at, 1) as until,
        case kind when 'time' then play_seconds(${memberId}, period, at) else play_used(${memberId}, kind, period, at) end as used
      from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as asked (kind text, period text)
        cross join lateral (select ${at} as at) moments`,
  )
  return (name: LimitName) => {
    const { used, until } = onlyRow(rows.filter((row) => isSame(row, name)))
    return { used: Number(used), until: new Date(until).toISOString() }
  }
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
