import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, leasedUntil, localized, moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

const GAME_CATEGORIES = ['slot', 'sport', 'lotto'] as const
const LAUNCHES = ['autoLogin', 'form', 'open'] as const

export const games = pgTable(
  'games',
  {
    code: text().primaryKey(),
    name: localized().notNull(),
    category: text({ enum: GAME_CATEGORIES }).notNull(),
    logo: text().notNull().default(''),
    background: text().notNull().default(''),
    web: text().notNull().default(''),
    android: text().notNull().default(''),
    ios: text().notNull().default(''),
    launch: text({ enum: LAUNCHES }).notNull(),
    position: integer().notNull().default(0),
    enabled: boolean().notNull().default(true),
  },
  (t) => [oneOf('games_category', t.category, GAME_CATEGORIES), oneOf('games_launch', t.launch, LAUNCHES)],
)

/** One row, which a trigger gives another value with each change of `games`: by it a process knows whether its copy is up to date. */
export const gamesVersions = pgTable('games_versions', { version: uuid().primaryKey() })

export const gameAccounts = pgTable(
  'game_accounts',
  {
    memberId: text()
      .notNull()
      .references(() => members.id),
    gameCode: text()
      .notNull()
      .references(() => games.code),
    username: text().notNull(),
    /** Encrypted rather than hashed, because the member sees it and the provider's page receives it. */
    password: text().notNull(),
    /** The provider may have another: one was given up that it had been asked to set. */
    isDoubtful: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    event: jsonb().$type<Record<string, string>>(),
    lastPlayedAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.gameCode] }),
    unique('game_accounts_username').on(t.gameCode, t.username),
  ],
)

/**
 * Passwords that providers are being asked to set, of accounts that they have or are to open. A row is committed before its provider is asked,
 * and deleted together with what came of it: whatever stands here may be the account's password already, and `jobs/` asks until it is.
 */
export const pendingGamePasswords = pgTable(
  'pending_game_passwords',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    gameCode: text()
      .notNull()
      .references(() => games.code),
    /** Encrypted. It does not change until the provider has answered. */
    password: text().notNull(),
    /** The operations that get their answer with its end, by their ids. */
    operations: jsonb().$type<string[]>().notNull(),
    /** How often the provider was asked for it, this time included. */
    attempts: integer().notNull().default(1),
    /** Somebody is asking until then; null once that has ended without a result. */
    askingUntil: moment(),
    leasedUntil: leasedUntil(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('pending_game_passwords_account').on(t.memberId, t.gameCode),
    index('pending_game_passwords_leased').on(t.leasedUntil),
  ],
)

/** Results reported by providers: wins are positive, losses negative, a round that ended even is 0. Refunds are calculated from them. */
export const gameResults = pgTable(
  'game_results',
  {
    id: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    gameCode: text()
      .notNull()
      .references(() => games.code),
    amount: satang().notNull(),
    operationId: text('act').notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index('game_results_member').on(t.memberId, t.id),
    index('game_results_member_time').on(t.memberId, t.createdAt),
    index('game_results_game').on(t.gameCode, t.id),
  ],
)
