import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, lt, min, ne, sql } from 'drizzle-orm'
import { HOUR } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { onlyRow, transact } from '../../database/query.ts'
import { ApiError } from '../../http/api-error.ts'
import { chatMessages, chatRooms } from '../../database/schema/chat.ts'
import { queuePush } from '../../push/queue-push.ts'
import { chatMessageOf, type StoredMessage } from '../../realtime/chat-message.ts'

type Row = typeof chatMessages.$inferSelect
type Room = typeof chatRooms.$inferSelect

/** A new conversation begins after so long a silence, in ms. */
const SILENCE = HOUR

export type NewMessage = Pick<Row, 'room' | 'sender' | 'message'> &
  Partial<Pick<Row, 'clientId' | 'userId' | 'guestId' | 'username' | 'name' | 'deviceToken'>>

/** The upsert locks the row until the commit: numbers become visible in order and without gaps. */
export async function lockRoom(tx: Database, room: string, lastAt: Date): Promise<Room> {
  const here = onlyRow(
    await tx
      .insert(chatRooms)
      .values({ room, lastAt })
      .onConflictDoUpdate({ target: chatRooms.room, set: { room } })
      .returning(),
  )
  return here
}

interface Written {
  /** The room that the message went to: an answer to a guest who has signed in goes to the member's room. */
  room: string
  message: StoredMessage
  isNew: boolean
}

/**
 * Stores and numbers a message once per `clientId`; `isNew` is false for a repeat. `count` is called before a new one is stored, with
 * whether it is the first of its room, and throws if it is one too many.
 */
export function writeMessage(
  db: Database,
  { clientId = randomUUID(), ...written }: NewMessage,
  now: Date,
  count?: (tx: Database, isFirst: boolean) => Promise<void>,
): Promise<Written> {
  const { sender } = written
  return transact(db, async (tx) => {
    const asked = await lockRoom(tx, written.room, now)
    // The guest has signed in: a caller who still writes with the old secret is not the member.
    if (asked.claimedBy !== null && sender === 'customer') throw new ApiError('KEY_INVALID')
    const here = asked.claimedBy === null ? asked : await lockRoom(tx, asked.claimedBy, now)
    const { room } = here
    const message = { ...written, room }
    const [earlier] = await tx
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.room, room), eq(chatMessages.clientId, clientId)))
    if (earlier) return { room, message: chatMessageOf(earlier), isNew: false }
    await count?.(tx, here.lastSeq === 0)

    const seq = here.lastSeq + 1
    // Clocks of several processes differ; a later message must not look older than an earlier one.
    const createdAt = now > here.lastAt ? now : here.lastAt
    const sessionId = goesOn(here, now) ? here.sessionId : randomUUID()
    const stored = onlyRow(
      await tx
        .insert(chatMessages)
        .values({ ...message, seq, clientId, sessionId, createdAt })
        .returning(),
    )
    await tx
      .update(chatRooms)
      .set({
        lastSeq: seq,
        lastAt: createdAt,
        sessionId,
        ...(sender === 'customer' && { waitsSince: here.waitsSince ?? createdAt }),
        ...(message.username && { customer: message.username }),
      })
      .where(eq(chatRooms.room, room))
    // A member's room is named by the member's id; a guest's by one that no member has.
    if (sender === 'agent') await queuePush(tx, { memberId: room, event: 'chat', tag: `chat:${room}:${seq}` })
    return { room, message: chatMessageOf(stored), isNew: true }
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

/** A room's messages, the newest first. With `after`, the oldest ones that follow, to fill a gap. */
export const readMessages = (db: Database, room: string, { limit, skip = 0, before, after }: Page) =>
  db
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

/** These messages, the oldest first, and what else the customer's app shows of the room. */
export async function readHistory(db: Database, room: string, page: Page, now: Date) {
  const [here] = await db.select().from(chatRooms).where(eq(chatRooms.room, room))
  if (!here || here.claimedBy !== null)
    return { messages: [], total: 0, unread: 0, readSeq: 0, session_id: '' }
  const rows = await readMessages(db, room, page)
  return {
    messages: (page.after === undefined ? rows : rows.toReversed()).map(chatMessageOf),
    total: here.lastSeq - (await countRemoved(db, here)),
    unread: await unreadIn(db, here, 'customer'),
    readSeq: here.customerReadSeq,
    session_id: goesOn(here, now) ? here.sessionId : '',
  }
}

/** How many messages are gone from a room's beginning, because they were old. */
async function countRemoved(db: Database, { room, lastSeq }: Room): Promise<number> {
  const [first] = await db
    .select({ seq: min(chatMessages.seq) })
    .from(chatMessages)
    .where(eq(chatMessages.room, room))
  return first?.seq ? first.seq - 1 : lastSeq
}

/** How many of the other side's messages come after the reader's mark. */
export async function unreadIn(
  db: Database,
  { room, customerReadSeq, agentReadSeq, lastSeq }: Room,
  reader: 'customer' | 'agent',
): Promise<number> {
  const mark = reader === 'customer' ? customerReadSeq : agentReadSeq
  if (lastSeq === mark) return 0
  const [unread] = await db
    .select({ count: count() })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.room, room),
        gt(chatMessages.seq, mark),
        (reader === 'customer' ? ne : eq)(chatMessages.sender, 'customer'),
      ),
    )
  return unread?.count ?? 0
}

/** The next message starts another conversation. False if there is none to end. */
export async function endConversation(db: Database, room: string): Promise<boolean> {
  const ended = await db
    .update(chatRooms)
    .set({ sessionId: null })
    .where(and(eq(chatRooms.room, room), sql`${chatRooms.sessionId} is not null`))
    .returning({ room: chatRooms.room })
  return ended.length > 0
}
