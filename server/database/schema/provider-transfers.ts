import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { members } from './members.ts'

/**
 * Operations that may be asking game providers to move money right now. A row is written before the operation's transaction and
 * deleted by it: a row that is still here later belongs to a failed operation, and its transfers must be cancelled.
 */
export const moveOrders = pgTable(
  'move_orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    createdAt: createdAt(),
  },
  (t) => [index('move_orders_created').on(t.createdAt)],
)
