import { and, asc, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { DAY, later } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { smsMessages } from '../database/schema/access.ts'
import { chatMessages, chatRooms } from '../database/schema/chat.ts'
import { members } from '../database/schema/members.ts'
import { readSetting } from '../database/settings.ts'
import { deletionTime } from './deletion-time.ts'
import { scheduledJob } from './run-jobs.ts'

/** The most rows that one statement looks at. */
const BATCH = 1000

/** In ms. A page that is still open knows its messages by their numbers, which begin again in a new room. */
const GUEST_ROOM_KEPT = 30 * DAY

/**
 * Deletes messages of the chat, guests' rooms that are left empty, and the sandbox's SMS, that are older than the setting says, once a
 * day.
 */
export const removeOldMessages = scheduledJob('remove-old-messages', DAY, async (app) => {
  const { db, log } = app
  const { chatDays, smsDays } = await readSetting(db, 'messages')
  const now = await deletionTime(app)
  const chat =
    chatDays === 0 ? 0 : await removeOlder(db, chatMessages, later(now, -chatDays * DAY), isAtTheBeginning)
  const sms = smsDays === 0 ? 0 : await removeOlder(db, smsMessages, later(now, -smsDays * DAY))
  const rooms =
    chatDays === 0 ? 0 : await removeGuestRooms(db, later(now, -Math.max(chatDays * DAY, GUEST_ROOM_KEPT)))
  if (chat + sms + rooms > 0) log.info('old-messages-removed', { chat, sms, rooms })
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

/**
 * Deletes guests' rooms that are silent and empty, closed ones too: nothing is left in them to claim or read. A member's room stays,
 * because its numbers go on. Whoever writes at this moment holds the room's row or makes it anew. Returns how many were deleted.
 */
async function removeGuestRooms(db: Database, before: Date): Promise<number> {
  let removed = 0
  const isOver = and(
    lt(chatRooms.lastAt, before),
    sql`not exists (select from ${chatMessages} where ${chatMessages.room} = ${chatRooms.room})`,
    sql`not exists (select from ${members} where ${members.id} = ${chatRooms.room})`,
  )
  await inBatches(chatRooms, isOver, async (share) => {
    const gone = await db.delete(chatRooms).where(share).returning({ room: chatRooms.room })
    removed += gone.length
    return gone
  })
  return removed
}
