import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, rowNumber } from '../columns.ts'
import { members } from './members.ts'

/**
 * What each member moved from all games to the wallet at once: the last time, and the times of the day before it, which other devices may
 * still follow.
 */
export const collections = pgTable(
  'collections',
  {
    number: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    id: uuid().notNull(),
    /**
     * References of the transfers' rows in the statement, which say what became of each: its own, and those that had not ended of the
     * one before.
     */
    references: jsonb().$type<string[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('collections_member').on(t.memberId, t.number)],
)
