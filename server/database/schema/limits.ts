import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { limitKinds, limitPeriods } from '#api/contract/limits.ts'
import { createdAt, moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

/** Limits of money are in satang; that of the time at play is in minutes. */
const LIMIT_KINDS = [...limitKinds, 'time'] as const

const BREAK_KINDS = ['break', 'exclusion'] as const

/**
 * The limits that members have set themselves. A trigger on `provider_transfers` (see the migrations) holds losses against them, so that
 * no code that moves money into a game can skip it; the functions that begin a deposit ask `deposit_refusal`.
 */
export const playLimits = pgTable(
  'play_limits',
  {
    memberId: text()
      .notNull()
      .references(() => members.id),
    kind: text({ enum: LIMIT_KINDS }).notNull(),
    /** In Bangkok; a week begins on Monday. */
    period: text({ enum: limitPeriods }).notNull(),
    /** Satang; of time, minutes. */
    amount: satang().notNull(),
    /** When the member asked for more; null if not. It takes effect when the member confirms it, not before. */
    raiseAskedAt: moment(),
    /** The amount asked for; null for no limit. */
    raisedAmount: satang(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind, t.period] }),
    check('play_limits_amount', sql`${t.amount} >= 0`),
    check(
      'play_limits_raise',
      sql`${t.raisedAmount} is null or ${t.raisedAmount} > ${t.amount} and ${t.raiseAskedAt} is not null`,
    ),
    oneOf('play_limits_kind', t.kind, LIMIT_KINDS),
    oneOf('play_limits_period', t.period, limitPeriods),
  ],
)

/** Breaks and self-exclusions that members have taken. They end by the clock; nobody shortens one. */
export const playBreaks = pgTable(
  'play_breaks',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    kind: text({ enum: BREAK_KINDS }).notNull(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    index('play_breaks_member').on(t.memberId, t.endsAt),
    index('play_breaks_end').on(t.endsAt),
    check('play_breaks_time', sql`${t.endsAt} > ${t.startsAt}`),
    oneOf('play_breaks_kind', t.kind, BREAK_KINDS),
  ],
)

/** The devices on which the member of a break had signed in: nobody registers on them while it lasts. */
export const playBreakDevices = pgTable(
  'play_break_devices',
  {
    device: text().notNull(),
    breakId: uuid()
      .notNull()
      .references(() => playBreaks.id),
  },
  (t) => [primaryKey({ columns: [t.device, t.breakId] })],
)

/**
 * When members were at play. A row begins when money goes into a game and ends half an hour after the last sign of play, or when all of
 * it is back; until then it ends in the future. Written by triggers on transfers and games' results, while the member is held, so
 * that a member's rows never overlap.
 */
export const playTimes = pgTable(
  'play_times',
  {
    id: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    startedAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    // A member's times at play do not overlap, so the order of their beginnings is that of their ends. An index on the beginning need not
    // be written when a time's end moves.
    index('play_times_member').on(t.memberId, t.startedAt),
    check('play_times_order', sql`${t.endsAt} >= ${t.startedAt}`),
  ],
)

/** Minutes of play after which a member is asked whether to go on. The house's default holds for members without a row. */
export const realityChecks = pgTable('reality_checks', {
  memberId: text()
    .primaryKey()
    .references(() => members.id),
  /** 0 is never. */
  minutes: integer().notNull(),
})
