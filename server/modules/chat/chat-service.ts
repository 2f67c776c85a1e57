import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, max, sql } from 'drizzle-orm'
import type { ChatMessage } from '#api/contract/chat.ts'
import { HOUR } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { chatMessages, chatReads } from '../../database/schema/chat.ts'

type Row = typeof chatMessages.$inferSelect

/** After so long a silence a new conversation begins. */
const SILENCE = HOUR

const shown = (row: Row): ChatMessage => ({
  sender: row.sender,
  message: row.message as ChatMessage['message'],
  session_id: row.sessionId,
  userId: row.userId ?? '',
  guestId: row.guestId ?? '',
  username: row.username ?? '',
  name: row.name ?? '',
  deviceToken: row.deviceToken ?? '',
  clientId: row.clientId,
  createdAt: row.createdAt.toISOString(),
})

async function sessionAt(db: Database, room: string, now: Date): Promise<string> {
  const [last] = await db
    .select({ sessionId: chatMessages.sessionId, at: chatMessages.createdAt })
    .from(chatMessages)
    .where(eq(chatMessages.room, room))
    .orderBy(desc(chatMessages.id))
    .limit(1)
  return last && now.getTime() - last.at.getTime() < SILENCE ? last.sessionId : randomUUID()
}

export type NewMessage = Pick<Row, 'room' | 'sender' | 'message'> &
  Partial<Pick<Row, 'clientId' | 'userId' | 'guestId' | 'username' | 'name' | 'deviceToken'>>

/** Stores a message once per the writer's own id; `isNew` is false for one sent again. */
export async function writeMessage(
  db: Database,
  { clientId = randomUUID(), ...message }: NewMessage,
  now: Date,
): Promise<{ message: ChatMessage; isNew: boolean }> {
  const [stored] = await db
    .insert(chatMessages)
    .values({ ...message, clientId, sessionId: await sessionAt(db, message.room, now), createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (stored) return { message: shown(stored), isNew: true }
  const [earlier] = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.room, message.room), eq(chatMessages.clientId, clientId)))
  if (!earlier) throw new Error('A message was neither stored nor there')
  return { message: shown(earlier), isNew: false }
}

export async function chatHistory(db: Database, room: string, limit: number, skip: number) {
  const here = eq(chatMessages.room, room)
  const [all] = await db.select({ total: count() }).from(chatMessages).where(here)
  const rows = await db
    .select()
    .from(chatMessages)
    .where(here)
    .orderBy(desc(chatMessages.id))
    .limit(limit)
    .offset(skip)
  return { messages: rows.map(shown), total: all?.total ?? 0 }
}

/** The customer has seen everything up to now. */
export async function markRead(db: Database, room: string, now: Date): Promise<void> {
  const [last] = await db
    .select({ id: max(chatMessages.id) })
    .from(chatMessages)
    .where(eq(chatMessages.room, room))
  if (!last?.id) return
  await db
    .insert(chatReads)
    .values({ room, reader: 'customer', lastReadId: last.id, updatedAt: now })
    .onConflictDoUpdate({
      target: [chatReads.room, chatReads.reader],
      set: { lastReadId: sql`greatest(${chatReads.lastReadId}, excluded.last_read_id)`, updatedAt: now },
    })
}
