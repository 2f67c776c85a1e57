import { and, asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { DAY, later } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { smsMessages } from '../database/schema/access.ts'
import { chatMessages } from '../database/schema/chat.ts'
import { readSetting } from '../database/settings.ts'
import { deletionTime } from './deletion-time.ts'
import { scheduledJob } from './run-jobs.ts'

/** The most rows that one statement looks at. */
const BATCH = 1000

/** Deletes messages of the chat, and the sandbox's SMS, that are older than the setting says, once a day. */
export const removeOldMessages = scheduledJob('remove-old-messages', DAY, async (app) => {
  const { db, log } = app
  const { chatDays, smsDays } = await readSetting(db, 'messages')
  const now = await deletionTime(app)
  const chat =
    chatDays === 0 ? 0 : await removeOlder(db, chatMessages, later(now, -chatDays * DAY), isAtTheBeginning)
  const sms = smsDays === 0 ? 0 : await removeOlder(db, smsMessages, later(now, -smsDays * DAY))
  if (chat + sms > 0) log.info('old-messages-removed', { chat, sms })
})

/**
 * A room loses its messages from the beginning alone: its numbers have no gaps. Messages moved from a guest's room may stand
 * after younger ones of the member; they wait until those may go.
 */
const isAtTheBeginning = (before: Date) => sql`not exists (select from ${chatMessages} earlier
  where earlier.room = ${chatMessages.room} and earlier.seq < ${chatMessages.seq}
    and earlier.created_at >= ${before.toISOString()}::timestamptz)`

/**
 * Follows the rows by their numbers, which grow with the time, up to the first that are young enough: no statement is long, and
 * no index by time is needed. Returns how many were deleted.
 */
async function removeOlder(
  db: Database,
  table: typeof chatMessages | typeof smsMessages,
  before: Date,
  mayGo?: (before: Date) => SQL,
): Promise<number> {
  let removed = 0
  for (let last = 0; ;) {
    const rows = await db
      .select({ id: table.id, createdAt: table.createdAt })
      .from(table)
      .where(gt(table.id, last))
      .orderBy(asc(table.id))
      .limit(BATCH)
    const old = rows.filter(({ createdAt }) => createdAt < before).map(({ id }) => id)
    if (old.length === 0) return removed
    const gone = await db
      .delete(table)
      .where(and(inArray(table.id, old), mayGo?.(before)))
      .returning({ id: table.id })
    removed += gone.length
    last = rows.at(-1)?.id ?? last
  }
}
