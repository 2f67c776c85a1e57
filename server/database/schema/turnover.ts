import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

export const TURNOVER_PURPOSES = ['coins', 'invite', 'withdrawal'] as const

/** What a deposit brings or allows once so much has been played. Written by `deposits/` alone. */
export const turnoverGoals = pgTable(
  'turnover_goals',
  {
    id: rowNumber(),
    /** Whose deposit it is, and whose play counts. */
    memberId: text()
      .notNull()
      .references(() => members.id),
    purpose: text({ enum: TURNOVER_PURPOSES }).notNull(),
    /** Names the deposit: nothing is promised twice. */
    reference: text().notNull(),
    /** Coins for the member, or satang for whoever invited the member; 0 where only a withdrawal waits for it. */
    reward: satang().notNull(),
    /** Satang: reached once the member's turnover is as much as this. */
    due: satang().notNull(),
    /** When it was reached, or was dropped because nothing was left to play with. */
    metAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('turnover_goals_once').on(t.purpose, t.reference),
    index('turnover_goals_waiting')
      .on(t.memberId)
      .where(sql`${t.metAt} is null`),
    check('turnover_goals_reward', sql`${t.reward} >= 0 and ${t.due} >= 0`),
    oneOf('turnover_goals_purpose', t.purpose, TURNOVER_PURPOSES),
  ],
)
