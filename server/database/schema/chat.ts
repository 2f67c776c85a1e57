import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, moment, rowNumber } from '../columns.ts'

/** A member's or guest's chat room. Its row is locked while a message gets its number. */
export const chatRooms = pgTable(
  'chat_rooms',
  {
    /** The member's id, or the guest's. */
    room: text().primaryKey(),
    lastSeq: bigint({ mode: 'number' }).notNull().default(0),
    lastAt: moment().notNull(),
    /** Null if the conversation has ended: the next message starts another. */
    sessionId: text(),
    /** The member's phone. A guest's room has none: what stands there is not read. */
    customer: text(),
    customerReadSeq: bigint({ mode: 'number' }).notNull().default(0),
    agentReadSeq: bigint({ mode: 'number' }).notNull().default(0),
    /** When the customer wrote the first message that staff have not read. Null if they have read all. */
    waitsSince: moment(),
    /** For a guest who has signed in: the member to whose room the messages moved. Nothing is written in this room any more. */
    claimedBy: text(),
  },
  (t) => [
    index('chat_rooms_newest')
      .on(t.lastAt)
      .where(sql`${t.claimedBy} is null and ${t.waitsSince} is null`),
    index('chat_rooms_waiting')
      .on(t.waitsSince, t.room)
      .where(sql`${t.waitsSince} is not null`),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: rowNumber(),
    room: text().notNull(),
    /** 1, 2, 3, ... in each room, without gaps, in the order of commits. */
    seq: bigint({ mode: 'number' }).notNull(),
    /** The message's id chosen by its sender, so that a repeated send is stored once. */
    clientId: text().notNull(),
    sender: text().notNull(),
    message: jsonb().$type<{ message_type: string; payload: Record<string, unknown> }>().notNull(),
    sessionId: text().notNull(),
    userId: text(),
    guestId: text(),
    username: text(),
    name: text(),
    deviceToken: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('chat_messages_once').on(t.room, t.clientId),
    unique('chat_messages_numbered').on(t.room, t.seq),
  ],
)
