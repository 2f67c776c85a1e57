import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, localized, oneOf, storedJson } from '../columns.ts'

/** The settings that are one value each: conditions, info, notice, contact, withdrawal limits, switches. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: storedJson().notNull(),
  updatedAt: createdAt(),
})

export const banks = pgTable(
  'banks',
  {
    code: text().notNull(),
    country: text({ enum: ['TH', 'LA'] }).notNull(),
    nameTH: text('name_th').notNull(),
    nameEN: text('name_en').notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.country, t.code] }), oneOf('banks_country', t.country, ['TH', 'LA'])],
)

export const sources = pgTable('sources', {
  code: text().primaryKey(),
  description: localized().notNull(),
  position: integer().notNull().default(0),
})

/** Where members may deposit: the rows of the deposit lookup. */
export const depositAccounts = pgTable(
  'deposit_accounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    bankType: text({ enum: ['BANK', 'QR', 'PAYMENT', 'WALLET'] }).notNull(),
    bankCode: text().notNull(),
    mode: text().notNull(),
    nameTH: text('name_th').notNull().default(''),
    nameEN: text('name_en').notNull().default(''),
    accountName: text().notNull(),
    accountNo: text().notNull(),
    currency: text({ enum: ['BAHT', 'LAK'] })
      .notNull()
      .default('BAHT'),
    position: integer().notNull().default(0),
    enabled: boolean().notNull().default(true),
  },
  (t) => [oneOf('deposit_accounts_type', t.bankType, ['BANK', 'QR', 'PAYMENT', 'WALLET'])],
)

export const agreements = pgTable('agreements', {
  id: uuid().primaryKey().defaultRandom(),
  html: localized().notNull(),
  position: integer().notNull().default(0),
})
