import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { chatRooms } from '../database/schema/chat.ts'
import { isUuid } from '../http/uuid.ts'

/** A guest's room, named by the random UUID that only the guest knows; undefined if it is not a UUID. */
export const guestRoom = (guestId: unknown): string | undefined =>
  typeof guestId === 'string' && isUuid(guestId) ? guestId.toLowerCase() : undefined

/** The newest message's number in a room, with which a client that joins compares its own. */
export async function newestSeq(db: Database, room: string): Promise<number> {
  const [here] = await db.select({ seq: chatRooms.lastSeq }).from(chatRooms).where(eq(chatRooms.room, room))
  return here?.seq ?? 0
}
