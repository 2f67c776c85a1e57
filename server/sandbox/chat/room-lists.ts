import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { chatMessages, chatRooms } from '../../database/schema/chat.ts'
import { newest, type RowOf } from '../listed.ts'
import { waitingList } from '../waiting-lists.ts'

const MAX_ROOMS = 100

const roomsOf = (db: Database) =>
  db
    .select({
      room: chatRooms.room,
      lastSeq: chatRooms.lastSeq,
      lastAt: chatRooms.lastAt,
      customer: chatRooms.customer,
      claimedBy: chatRooms.claimedBy,
      waitsSince: chatRooms.waitsSince,
      unread: sql<number>`(select count(*)::int from ${chatMessages} m where m.room = ${chatRooms}.room
        and m.sender = 'customer' and m.seq > ${chatRooms}.agent_read_seq)`,
      // With the first message: a search for a later one reads a long room to its end.
      typed: sql<
        string | null
      >`(select nullif(m.name, '') from ${chatMessages} m where m.room = ${chatRooms}.room
        and m.seq = 1 and m.sender = 'customer')`,
    })
    .from(chatRooms)

/** `typed`: what the writer calls himself. */
export type RoomRow = RowOf<typeof roomList>

/** The room, or the member's room if a guest's conversation was moved there. */
export async function findRoom(db: Database, room: string): Promise<RoomRow | undefined> {
  const [found] = await roomsOf(db).where(eq(chatRooms.room, room))
  return found?.claimedBy ? findRoom(db, found.claimedBy) : found
}

const isWaiting = isNotNull(chatRooms.waitsSince)

/** Rooms with messages that staff have not read. */
export const waitingRoomList = (db: Database, after?: string) =>
  waitingList(
    db,
    {
      order: { at: chatRooms.waitsSince, id: chatRooms.room },
      isWaiting,
      read: (from, max, rest?: SQL) =>
        roomsOf(from)
          .where(and(isWaiting, rest))
          .orderBy(asc(chatRooms.waitsSince), asc(chatRooms.room))
          .limit(max),
      idOf: ({ room }) => room,
    },
    after,
  )

/** The others, the newest first. */
export const roomList = async (db: Database) =>
  newest(
    await roomsOf(db)
      .where(and(isNull(chatRooms.claimedBy), isNull(chatRooms.waitsSince)))
      .orderBy(desc(chatRooms.lastAt))
      .limit(MAX_ROOMS + 1),
    MAX_ROOMS,
  )
