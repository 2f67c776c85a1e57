import { randomUUID } from 'node:crypto'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { chatHistory, claimGuestChat, sendChatMessage } from '#api/contract/chat.ts'
import { DAY, HOUR, later } from '../clock.ts'
import { smsMessages } from '../database/schema/access.ts'
import { chatMessages, chatRooms } from '../database/schema/chat.ts'
import { writeSetting } from '../database/settings.ts'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestMember, type TestServer } from '../modules/test-server.ts'
import { removeOldMessages } from './remove-old-messages.ts'

describeOnOne('old messages', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const say = async ({ request }: Pick<TestMember, 'request'>, words: string, guestId?: string) => {
    const message = { message_type: 'text', payload: { text: words } } as const
    const answer = await request(sendChatMessage, { body: { message, clientId: randomUUID(), guestId } })
    expect(answer.status).toBe(200)
    return answer
  }
  const seqsIn = async ({ id }: { id: string }) =>
    (
      await server.db
        .select({ seq: chatMessages.seq })
        .from(chatMessages)
        .where(eq(chatMessages.room, id))
        .orderBy(asc(chatMessages.seq))
    ).map(({ seq }) => seq)
  const remove = () => removeOldMessages.work(server.context, removeOldMessages.name)
  /** Makes all messages this many days older, because a test cannot move the database's clock. */
  async function age(days: number) {
    for (const table of [chatMessages, smsMessages])
      await server.db.update(table).set({ createdAt: sql`created_at - ${days}::int * interval '1 day'` })
    await server.db.update(chatRooms).set({ lastAt: sql`last_at - ${days}::int * interval '1 day'` })
  }
  const phones = async () =>
    (await server.db.select({ phone: smsMessages.phone }).from(smsMessages)).map(({ phone }) => phone)

  test('are deleted from a room’s beginning; its numbers go on, and its history says how many are left', async () => {
    const member = await server.newMember()
    for (const words of ['one', 'two']) await say(member, words)
    await server.db.insert(smsMessages).values({ phone: 'old', text: '', createdAt: server.clock.now() })
    await age(300)
    await server.db.insert(smsMessages).values({ phone: 'new', text: '', createdAt: server.clock.now() })
    await say(member, 'three')
    await remove()
    expect([await seqsIn(member), await phones()]).toEqual([[1, 2, 3], ['new']])

    await age(66)
    await remove()
    expect(await seqsIn(member)).toEqual([3])
    const history = async () => (await member.request(chatHistory, { body: { limit: 20, skip: 0 } })).body
    expect(await history()).toMatchObject({ total: 1, messages: [{ seq: 3 }] })
    expect((await say(member, 'four')).body).toMatchObject({ seq: 4 })

    await age(366)
    await remove()
    expect(await seqsIn(member)).toEqual([])
    expect((await member.request(chatHistory, { body: { limit: 20, skip: 0 } })).body).toMatchObject({
      total: 0,
      unread: 0,
      messages: [],
    })
    expect((await say(member, 'five')).body).toMatchObject({ seq: 5 })
  })

  test('leave no gap where a guest’s older ones stand behind the member’s own', async () => {
    const { id } = await server.newMember()
    const now = server.clock.now()
    const message = (seq: number, age: number) => ({
      room: id,
      seq,
      clientId: String(seq),
      sender: 'customer',
      message: { message_type: 'text', payload: {} },
      sessionId: 's',
      createdAt: later(now, -age),
    })
    await server.db
      .insert(chatMessages)
      .values([message(3, 366 * DAY), message(1, 367 * DAY), message(2, 365 * DAY - HOUR)])
    await remove()
    expect(await seqsIn({ id })).toEqual([2, 3])
    await age(1)
    await remove()
    expect(await seqsIn({ id })).toEqual([])
  })

  const roomsOf = async (ids: readonly string[]) => {
    const found = await server.db
      .select({ room: chatRooms.room })
      .from(chatRooms)
      .where(inArray(chatRooms.room, [...ids]))
    return ids.filter((id) => found.some(({ room }) => room === id))
  }

  test('take a guest’s room with them, once it is silent and empty, and never a member’s', async () => {
    const member = await server.newMember()
    const guest = { request: await server.client() }
    const [silent, speaking, claimed] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [silent, speaking, claimed]) await say(guest, 'one', id)
    await say(member, 'one')
    await member.request(claimGuestChat, { body: { guestId: claimed } })
    const all = [member.id, silent, speaking, claimed]

    await age(300)
    await say(guest, 'two', speaking)
    await remove()
    expect(await roomsOf(all)).toEqual(all)
    await age(66)
    await remove()
    expect(await roomsOf(all)).toEqual([member.id, speaking])
    expect(server.logged.at(-1)).toContain('"rooms":2')
    // A message that is left keeps its room.
    await server.db
      .update(chatRooms)
      .set({ lastAt: later(server.clock.now(), -400 * DAY) })
      .where(eq(chatRooms.room, speaking))
    await remove()
    expect(await seqsIn({ id: speaking })).toEqual([2])
    expect(await roomsOf([speaking])).toEqual([speaking])
    expect((await say(member, 'three')).body).toMatchObject({ seq: 3 })

    // The guest comes back with the same id.
    const history = { body: { guestId: silent, limit: 20, skip: 0 } }
    expect((await guest.request(chatHistory, history)).body).toMatchObject({ total: 0, messages: [] })
    expect((await say(guest, 'again', silent)).body).toMatchObject({ seq: 1 })
    expect((await guest.request(chatHistory, history)).body).toMatchObject({ total: 1 })
  })

  test('are kept a day: a guest’s room stays a month, because an open page knows its numbers', async () => {
    const guest = { request: await server.client() }
    const id = randomUUID()
    await writeSetting(server.db, 'messages', { chatDays: 1, smsDays: 90 })
    try {
      await say(guest, 'one', id)
      await age(29)
      await remove()
      expect(await seqsIn({ id })).toEqual([])
      expect((await say(guest, 'two', id)).body).toMatchObject({ seq: 2 })
      await age(31)
      await remove()
      expect(await roomsOf([id])).toEqual([])
    } finally {
      await writeSetting(server.db, 'messages', { chatDays: 365, smsDays: 90 })
    }
  })

  test('are many: all that are old go, a thousand at a time, and 0 days keeps them', async () => {
    const before = later(server.clock.now(), -100 * DAY).toISOString()
    await server.db.execute(sql`insert into sms_messages (phone, text, created_at)
      select 'many', '', ${before}::timestamptz from generate_series(1, 2500)`)
    await writeSetting(server.db, 'messages', { chatDays: 0, smsDays: 0 })
    await remove()
    expect((await phones()).filter((phone) => phone === 'many')).toHaveLength(2500)
    await writeSetting(server.db, 'messages', { chatDays: 0, smsDays: 90 })
    await remove()
    expect(await phones()).not.toContain('many')
    expect(server.logged.at(-1)).toContain('"event":"old-messages-removed"')
  })

  test('stay while the clock of the process is years ahead', async () => {
    const member = await server.newMember()
    await say(member, 'one')
    await server.db.insert(smsMessages).values({ phone: 'ahead', text: '', createdAt: server.clock.now() })
    server.clock.advance(10 * 365 * DAY)
    try {
      await remove()
      expect(await seqsIn(member)).toEqual([1])
      expect(await phones()).toContain('ahead')
    } finally {
      server.clock.advance(-10 * 365 * DAY)
    }
  })
})
