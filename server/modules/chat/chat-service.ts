import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { ChatMessage } from '#api/contract/chat.ts'
import { HOUR } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { chatMessages, chatRooms } from '../../database/schema/chat.ts'

type Row = typeof chatMessages.$inferSelect
type Room = typeof chatRooms.$inferSelect
type StoredMessage = ChatMessage & { seq: number }

/** After so long a silence a new conversation begins. */
const SILENCE = HOUR

const shown = (row: Row): StoredMessage => ({
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

export type NewMessage = Pick<Row, 'room' | 'sender' | 'message'> &
  Partial<Pick<Row, 'clientId' | 'userId' | 'guestId' | 'username' | 'name' | 'deviceToken'>>

/** Stores and numbers a message once per the writer's own id; `isNew` is false for one sent again. */
export function writeMessage(
  db: Database,
  { clientId = randomUUID(), ...message }: NewMessage,
  now: Date,
): Promise<{ message: StoredMessage; isNew: boolean }> {
  const { room, sender } = message
  return transact(db, async (tx) => {
    // Writing the row locks it until the commit: numbers become visible in their order, and without gaps.
    const [here] = await tx
      .insert(chatRooms)
      .values({ room, lastAt: now })
      .onConflictDoUpdate({ target: chatRooms.room, set: { room } })
      .returning()
    if (!here) throw new Error('A room was neither made nor there')
    const [earlier] = await tx
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.room, room), eq(chatMessages.clientId, clientId)))
    if (earlier) return { message: shown(earlier), isNew: false }

    const seq = here.lastSeq + 1
    // The clocks of several processes differ; a later message is never shown as an earlier one.
    const createdAt = now > here.lastAt ? now : here.lastAt
    const sessionId = goesOn(here, now) ? here.sessionId : randomUUID()
    const [stored] = await tx
      .insert(chatMessages)
      .values({ ...message, seq, clientId, sessionId, createdAt })
      .returning()
    if (!stored) throw new Error('A message was not stored')
    const customer = sender === 'customer' ? message.username || message.name : ''
    await tx
      .update(chatRooms)
      .set({ lastSeq: seq, lastAt: createdAt, sessionId, ...(customer && { customer }) })
      .where(eq(chatRooms.room, room))
    return { message: shown(stored), isNew: true }
  })
}

const goesOn = (room: Room, now: Date): room is Room & { sessionId: string } =>
  room.sessionId !== null && now.getTime() - room.lastAt.getTime() < SILENCE

interface Page {
  limit: number
  skip?: number
  before?: number | undefined
  after?: number | undefined
}

/** Newest first. With `after` the oldest that follow, for whoever fills a hole. */
export async function readHistory(
  db: Database,
  room: string,
  { limit, skip = 0, before, after }: Page,
  now: Date,
) {
  const [here] = await db.select().from(chatRooms).where(eq(chatRooms.room, room))
  if (!here) return { messages: [], total: 0, unread: 0, readSeq: 0, session_id: '' }
  const rows = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.room, room),
        before === undefined ? undefined : lt(chatMessages.seq, before),
        after === undefined ? undefined : gt(chatMessages.seq, after),
      ),
    )
    .orderBy(after === undefined ? desc(chatMessages.seq) : asc(chatMessages.seq))
    .limit(limit)
    .offset(skip)
  return {
    messages: (after === undefined ? rows : rows.toReversed()).map(shown),
    total: here.lastSeq,
    unread: await unreadIn(db, here),
    readSeq: here.customerReadSeq,
    session_id: goesOn(here, now) ? here.sessionId : '',
  }
}

async function unreadIn(db: Database, { room, customerReadSeq, lastSeq }: Room): Promise<number> {
  if (lastSeq === customerReadSeq) return 0
  const [unread] = await db
    .select({ count: count() })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.room, room),
        gt(chatMessages.seq, customerReadSeq),
        ne(chatMessages.sender, 'customer'),
      ),
    )
  return unread?.count ?? 0
}

/** Somebody has seen everything up to `seq`, or all there is; gives where his mark stands now. Marks never go back. */
export async function markRead(
  db: Database,
  room: string,
  reader: 'customer' | 'agent',
  seq = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const mark = reader === 'customer' ? chatRooms.customerReadSeq : chatRooms.agentReadSeq
  const upTo = sql`greatest(${mark}, least(${chatRooms.lastSeq}, ${seq}::bigint))`
  const [marked] = await db
    .update(chatRooms)
    .set(reader === 'customer' ? { customerReadSeq: upTo } : { agentReadSeq: upTo })
    .where(eq(chatRooms.room, room))
    .returning({ seq: mark })
  return marked?.seq ?? 0
}

/** The next message begins another conversation. False where there is none that could end. */
export async function endConversation(db: Database, room: string): Promise<boolean> {
  const ended = await db
    .update(chatRooms)
    .set({ sessionId: null })
    .where(and(eq(chatRooms.room, room), sql`${chatRooms.sessionId} is not null`))
    .returning({ room: chatRooms.room })
  return ended.length > 0
}
