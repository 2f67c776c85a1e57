import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { chatMessages, chatRooms } from '../../database/schema/chat.ts'

/** When the customer wrote the first message of the room that comes after this one; undefined if there is none. */
export async function firstUnreadAt(db: Database, room: string, readSeq: number): Promise<Date | undefined> {
  const isUnread = and(
    eq(chatMessages.room, room),
    gt(chatMessages.seq, readSeq),
    eq(chatMessages.sender, 'customer'),
  )
  const [first] = await db
    .select({ at: chatMessages.createdAt })
    .from(chatMessages)
    .where(isUnread)
    .orderBy(asc(chatMessages.seq))
    .limit(1)
  return first?.at
}

type Mark = 'customerReadSeq' | 'agentReadSeq'

/** Marks never go back. Returns the new one; the room's row is locked then. */
async function move(db: Database, room: string, mark: Mark, seq: number): Promise<number | undefined> {
  const { lastSeq, [mark]: before } = chatRooms
  const upTo: SQL = sql`greatest(${before}, least(${lastSeq}, ${seq}::bigint))`
  const [marked] = await db
    .update(chatRooms)
    .set({ [mark]: upTo })
    .where(eq(chatRooms.room, room))
    .returning({ seq: before })
  return marked?.seq
}

/** The customer has read everything up to `seq`, or all; returns the new read mark. */
export const markRead = async (db: Database, room: string, seq = Number.MAX_SAFE_INTEGER): Promise<number> =>
  (await move(db, room, 'customerReadSeq', seq)) ?? 0

/** Staff have read everything up to `seq`, or all: the room waits since the first message after that, if there is one. */
export const markReadByStaff = (db: Database, room: string, seq = Number.MAX_SAFE_INTEGER): Promise<void> =>
  transact(db, async (tx) => {
    const mark = await move(tx, room, 'agentReadSeq', seq)
    if (mark === undefined) return
    const waitsSince = (await firstUnreadAt(tx, room, mark)) ?? null
    await tx.update(chatRooms).set({ waitsSince }).where(eq(chatRooms.room, room))
  })
