import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, localized, moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

export const spinWheels = pgTable(
  'spin_wheels',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: localized().notNull(),
    isActive: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('spin_wheels_one_active')
      .on(t.isActive)
      .where(sql`${t.isActive}`),
  ],
)

export const spinSlices = pgTable(
  'spin_slices',
  {
    wheelId: uuid()
      .notNull()
      .references(() => spinWheels.id),
    code: text().notNull(),
    label: localized().notNull(),
    bgColor: text().notNull(),
    textColor: text().notNull(),
    htmlDescription: localized().notNull().default({}),
    /** The odds: this slice's weight out of the sum of all. */
    weight: integer().notNull(),
    /** Empty where nothing is won. */
    prizeName: localized().notNull().default({}),
    /** Satang that a coupon of this slice pays; 0 is a blank. */
    prizeAmount: satang().notNull().default(0),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.wheelId, t.code] }), check('spin_slices_weight', sql`${t.weight} >= 0`)],
)

export const spins = pgTable(
  'spins',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    wheelId: uuid()
      .notNull()
      .references(() => spinWheels.id),
    sliceCode: text().notNull(),
    remainingCoin: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('spins_member').on(t.memberId, t.createdAt), index('spins_newest').on(t.createdAt)],
)

export const coupons = pgTable(
  'coupons',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    spinId: uuid()
      .references(() => spins.id)
      .unique(),
    sliceCode: text().notNull(),
    label: localized().notNull(),
    name: localized().notNull(),
    amount: satang().notNull(),
    status: text({ enum: ['claimable', 'claimed'] })
      .notNull()
      .default('claimable'),
    expiresAt: moment(),
    claimedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('coupons_member').on(t.memberId, t.status, t.createdAt, t.id),
    oneOf('coupons_status', t.status, ['claimable', 'claimed']),
  ],
)

/** Coins earned and spent, each with a reference, so that one deposit earns once. */
export const coinMovements = pgTable(
  'coin_movements',
  {
    id: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    amount: integer().notNull(),
    reference: text().notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [index('coin_movements_member').on(t.memberId, t.id)],
)
