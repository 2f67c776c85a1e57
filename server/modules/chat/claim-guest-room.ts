import { and, eq, gt, max, sql } from 'drizzle-orm'
import { countAttempt } from '../../auth/attempts.ts'
import type { Member } from '../../auth/sessions.ts'
import { DAY } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { chatMessages, chatRooms } from '../../database/schema/chat.ts'
import { chatMessageOf, type StoredMessage } from '../../realtime/chat-message.ts'
import { lockRoom, unreadIn } from './chat-service.ts'
import { firstUnreadAt } from './read-mark.ts'

/** A guest's room that has been silent for longer, in ms, may belong to somebody else who used the same phone. */
const CLAIMABLE = DAY

/** How many rooms in which nothing was said one member's claims leave closed. */
const EMPTY_CLAIMS = { max: 20, within: DAY }

/**
 * Moves a guest's last conversation to the end of the member's room, once, within a day of its newest message; returns that message.
 * Earlier conversations may be somebody else's who used the same phone: they stay in the guest's room, which is closed, so that
 * nobody else claims it, reads it or writes in it.
 */
export function claimGuestRoom(
  db: Database,
  guest: string,
  { id, username, name }: Pick<Member, 'id' | 'username' | 'name'>,
  now: Date,
): Promise<StoredMessage | undefined> {
  return transact(db, async (tx) => {
    // Locks the guest's row before the member's, in the same order as an answer to a guest does.
    const from = await lockRoom(tx, guest, now)
    if (from.claimedBy !== null || now.getTime() - from.lastAt.getTime() > CLAIMABLE) return undefined
    const earlier = await countEarlier(tx, guest)
    const rest = {
      lastSeq: earlier,
      customerReadSeq: Math.min(from.customerReadSeq, earlier),
      agentReadSeq: Math.min(from.agentReadSeq, earlier),
    }
    await tx
      .update(chatRooms)
      .set({ ...rest, sessionId: null, claimedBy: id, waitsSince: null })
      .where(eq(chatRooms.room, guest))
    if (from.lastSeq === 0) {
      // Nothing was said, and the closed room only turns away what the guest may still be sending. Of made-up guests nobody needs one.
      if (!(await countAttempt(tx, { key: `guest-claim:${id}`, ...EMPTY_CLAIMS }, now)))
        await tx.delete(chatRooms).where(eq(chatRooms.room, guest))
      return undefined
    }

    const to = await lockRoom(tx, id, from.lastAt)
    const lastSeq = to.lastSeq + from.lastSeq - earlier
    const ofCustomer = (value: string) =>
      sql`case when ${chatMessages.sender} = 'customer' then ${value}::text end`
    // Moved messages that were read stay read, if nothing unread comes before them.
    const isAllRead = {
      customer: (await unreadIn(tx, to, 'customer')) === 0,
      agent: (await unreadIn(tx, to, 'agent')) === 0,
    }
    const moved = await tx
      .update(chatMessages)
      .set({
        room: id,
        seq: sql`${chatMessages.seq} + ${to.lastSeq - earlier}::bigint`,
        // A guest's `clientId` may already exist in the member's room.
        clientId: sql`case when exists (select from ${chatMessages} there where there.room = ${id}
          and there.client_id = ${chatMessages.clientId}) then gen_random_uuid()::text else ${chatMessages.clientId} end`,
        userId: ofCustomer(id),
        username: ofCustomer(username),
        name: sql`coalesce(${ofCustomer(name)}, ${chatMessages.name})`,
      })
      .where(and(eq(chatMessages.room, guest), gt(chatMessages.seq, earlier)))
      .returning()
    const agentReadSeq = isAllRead.agent
      ? to.lastSeq + from.agentReadSeq - rest.agentReadSeq
      : to.agentReadSeq
    const isLater = from.lastAt >= to.lastAt
    await tx
      .update(chatRooms)
      .set({
        lastSeq,
        lastAt: isLater ? from.lastAt : to.lastAt,
        sessionId: isLater ? from.sessionId : to.sessionId,
        customer: username,
        customerReadSeq: isAllRead.customer
          ? to.lastSeq + from.customerReadSeq - rest.customerReadSeq
          : to.customerReadSeq,
        agentReadSeq,
        waitsSince: (await firstUnreadAt(tx, id, agentReadSeq)) ?? null,
      })
      .where(eq(chatRooms.room, id))
    const last = moved.find(({ seq }) => seq === lastSeq)
    return last && chatMessageOf(last)
  })
}

/**
 * How many messages stand before the conversation that the customer began last. One that an agent began answers what was said
 * before it, and is part of it.
 */
async function countEarlier(db: Database, room: string): Promise<number> {
  const first = db
    .selectDistinctOn([chatMessages.sessionId], { seq: chatMessages.seq, sender: chatMessages.sender })
    .from(chatMessages)
    .where(eq(chatMessages.room, room))
    .orderBy(chatMessages.sessionId, chatMessages.seq)
    .as('first')
  const [last] = await db
    .select({ seq: max(first.seq) })
    .from(first)
    .where(eq(first.sender, 'customer'))
  return (last?.seq ?? 1) - 1
}
