import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { chatRooms } from '../database/schema/chat.ts'
import { isUuid } from '../http/uuid.ts'

/** A guest's room, by the random UUID that only he knows; undefined where it is none. */
export const guestRoom = (guestId: unknown): string | undefined =>
  typeof guestId === 'string' && isUuid(guestId) ? guestId.toLowerCase() : undefined

/** The number of the newest message in a room: who joins compares it with what he has. */
export async function newestSeq(db: Database, room: string): Promise<number> {
  const [here] = await db.select({ seq: chatRooms.lastSeq }).from(chatRooms).where(eq(chatRooms.room, room))
  return here?.seq ?? 0
}
