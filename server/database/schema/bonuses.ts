import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, localized, moment, oneOf, rowNumber, satang } from '../columns.ts'
import type { Localized } from '../localized.ts'
import { members } from './members.ts'

export const BONUS_TYPES = ['limit', 'day', 'week'] as const

const percent = () => numeric({ precision: 7, scale: 2, mode: 'number' }).notNull().default(0)

/** An offer's reward, and its terms. */
const terms = () => ({
  /** The bonus may be ended once at most this percentage of the member's total at its start is left. */
  percentFail: percent(),
  /** Paid on activation: a fixed sum, or a share of the wallet up to a maximum. */
  rewardAmount: satang().notNull().default(0),
  rewardPercent: percent(),
  rewardMax: satang(),
  /** How many times the reward must be wagered before the bonus may be cleared. */
  turnoverTimes: integer().notNull().default(0),
  /** Changes whenever one of these terms does. A claim that names an earlier version is refused. */
  termsVersion: text()
    .notNull()
    .generatedAlwaysAs(
      sql`md5(percent_fail::text || ' ' || reward_amount::text || ' ' || reward_percent::text || ' ' || coalesce(reward_max::text, '') || ' ' || turnover_times::text)`,
    ),
})

/** The member's progress with a bonus. */
const progress = () => ({
  isActive: boolean().notNull(),
  turnoverRequired: satang().notNull().default(0),
  /** The member's turnover when it began. */
  turnoverAtStart: satang().notNull().default(0),
  /** The member's total money when it began, including the reward. */
  totalAtStart: satang().notNull().default(0),
  /** The offer's when it began: who has taken it is held to no later one. */
  percentFail: percent(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

const memberId = () =>
  text()
    .notNull()
    .references(() => members.id)

export const bonuses = pgTable(
  'bonuses',
  {
    code: text().primaryKey(),
    name: localized().notNull(),
    type: text({ enum: BONUS_TYPES }).notNull(),
    maxReceived: integer().notNull().default(1),
    ...terms(),
    banners: jsonb().$type<{ image: string; html: Localized }[]>().notNull().default([]),
    position: integer().notNull().default(0),
    enabled: boolean().notNull().default(true),
  },
  (t) => [oneOf('bonuses_type', t.type, BONUS_TYPES)],
)

export const userBonuses = pgTable(
  'user_bonuses',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: memberId(),
    bonusCode: text()
      .notNull()
      .references(() => bonuses.code),
    ...progress(),
  },
  (t) => [
    unique('user_bonuses_once').on(t.memberId, t.bonusCode),
    uniqueIndex('user_bonuses_one_active')
      .on(t.memberId)
      .where(sql`${t.isActive}`),
  ],
)

export const bonusReceipts = pgTable(
  'bonus_receipts',
  {
    id: rowNumber(),
    userBonusId: uuid()
      .notNull()
      .references(() => userBonuses.id),
    amount: satang().notNull(),
    updatedAt: createdAt(),
  },
  (t) => [index('bonus_receipts_user_bonus').on(t.userBonusId, t.id)],
)

export const promotions = pgTable('promotions', {
  code: text().primaryKey(),
  description: localized().notNull(),
  ...terms(),
  maxUses: integer(),
  endsAt: moment(),
  enabled: boolean().notNull().default(true),
})

export const promotionUses = pgTable(
  'promotion_uses',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: memberId(),
    promotionCode: text()
      .notNull()
      .references(() => promotions.code),
    amount: satang().notNull().default(0),
    ...progress(),
  },
  (t) => [
    unique('promotion_uses_once').on(t.memberId, t.promotionCode),
    uniqueIndex('promotion_uses_one_active')
      .on(t.memberId)
      .where(sql`${t.isActive}`),
    index('promotion_uses_promotion').on(t.promotionCode),
    check('promotion_uses_amount', sql`${t.amount} >= 0`),
  ],
)
