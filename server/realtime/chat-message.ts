import { and, eq, gte, inArray } from 'drizzle-orm'
import type { ChatMessage } from '#api/contract/chat.ts'
import type { Database } from '../database/database.ts'
import { chatMessages, chatRooms } from '../database/schema/chat.ts'

export type StoredMessage = ChatMessage & { seq: number }

/** A stored message as apps get it. */
export const chatMessageOf = (row: typeof chatMessages.$inferSelect): StoredMessage => ({
  sender: row.sender,
  message: row.message as ChatMessage['message'],
  session_id: row.sessionId,
  userId: row.userId ?? '',
  guestId: row.guestId ?? '',
  username: row.username ?? '',
  name: row.name ?? '',
  deviceToken: row.deviceToken ?? '',
  clientId: row.clientId,
  seq: row.seq,
  createdAt: row.createdAt.toISOString(),
})

/** The last message of each of these rooms in which something was said since then. */
export async function lastMessagesSince(
  db: Database,
  rooms: readonly string[],
  since: Date,
): Promise<{ room: string; message: StoredMessage }[]> {
  if (rooms.length === 0) return []
  const rows = await db
    .select({ row: chatMessages })
    .from(chatRooms)
    .innerJoin(
      chatMessages,
      and(eq(chatMessages.room, chatRooms.room), eq(chatMessages.seq, chatRooms.lastSeq)),
    )
    .where(and(inArray(chatRooms.room, [...rooms]), gte(chatRooms.lastAt, since)))
  return rows.map(({ row }) => ({ room: row.room, message: chatMessageOf(row) }))
}
