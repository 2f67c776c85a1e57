import { bigint, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, oneOf, rowNumber } from '../columns.ts'

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: rowNumber(),
    room: text().notNull(),
    /** The writer's own id of the message: a repeated send is stored once. */
    clientId: text().notNull(),
    sender: text().notNull(),
    message: jsonb().$type<{ message_type: string; payload: unknown }>().notNull(),
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
    index('chat_messages_room').on(t.room, t.id.desc()),
  ],
)

export const chatReads = pgTable(
  'chat_reads',
  {
    room: text().notNull(),
    reader: text({ enum: ['customer', 'agent'] }).notNull(),
    lastReadId: bigint({ mode: 'number' }).notNull(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.room, t.reader] }),
    oneOf('chat_reads_reader', t.reader, ['customer', 'agent']),
  ],
)
