import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, rowNumber, satang } from '../columns.ts'
import { members } from './members.ts'

export const TURNOVER_PURPOSES = ['coins', 'invite', 'withdrawal'] as const

/** The rewards of a deposit, and its release for withdrawals, that wait for turnover. Written only by `deposits/`. */
export const turnoverGoals = pgTable(
  'turnover_goals',
  {
    id: rowNumber(),
    /** The member who deposited, and whose turnover counts. */
    memberId: text()
      .notNull()
      .references(() => members.id),
    purpose: text({ enum: TURNOVER_PURPOSES }).notNull(),
    /** Names the deposit, so that nothing is promised twice. */
    reference: text().notNull(),
    /** Coins for the member, or satang for the inviter; 0 if only withdrawals wait for it. */
    reward: satang().notNull(),
    /** The member's turnover by which it is reached, in satang. */
    due: satang().notNull(),
    /** When it was reached, or was dropped because the member had nothing left to wager. */
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
