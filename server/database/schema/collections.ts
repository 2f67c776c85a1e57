import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { members } from './members.ts'

/** The last time that each member brought everything from the games to the wallet. */
export const collections = pgTable('collections', {
  memberId: text()
    .primaryKey()
    .references(() => members.id),
  id: uuid().notNull(),
  /** References of the transfers' rows in the statement. The rows say what became of each transfer. */
  references: jsonb().$type<string[]>().notNull(),
  createdAt: createdAt(),
})
