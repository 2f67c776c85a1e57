import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chatHistory, sendChatMessage } from '#api/contract/chat.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import { chatRooms } from '../../database/schema/chat.ts'
import { defaultOf, type Setting, writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import type { Client } from '../../http/test-app.ts'
import { openTestServer, refused, type TestServer } from '../test-server.ts'

const tooMany = refused('REQUEST_LIMIT', 429)

describeOnOne('how many messages the chat takes', (open) => {
  let server: TestServer
  let visitor: Client
  beforeAll(async () => {
    server = await openTestServer(open, { TRUST_PROXY: '1' })
    visitor = await server.client()
  })
  beforeEach(() => allow({}))

  const allow = (most: Partial<Setting<'chat'>>) =>
    writeSetting(server.db, 'chat', { ...defaultOf('chat'), ...most })
  const message = { message_type: 'text' as const, payload: { text: 'hello' } }
  let places = 0
  /** Visitors at an address of their own. */
  const newPlace = () => {
    places += 1
    const headers = { 'X-Forwarded-For': `198.51.100.${places}` }
    return (guestId: string = randomUUID(), clientId: string = randomUUID()) =>
      visitor(sendChatMessage, { body: { message, guestId, clientId }, headers })
  }
  const statuses = async (all: Promise<{ status: number }>[]) =>
    (await Promise.all(all)).map(({ status }) => status).toSorted((one, other) => one - other)

  test('what an address or a member can store is bounded', () => {
    // A day, in bytes: four code units for each of 2,000 characters, three bytes for each unit.
    const largest = 2000 * 4 * 3
    const { memberPerHour, visitorsPerMinute, visitorsPerHour, newVisitorsPerHour } = defaultOf('chat')
    expect(24 * memberPerHour * largest).toBeLessThan(70_000_000)
    expect(24 * visitorsPerHour * largest).toBeLessThan(120_000_000)
    expect([visitorsPerMinute, newVisitorsPerHour]).toEqual([30, 60])
  })

  test('visitors of one address may write thirty messages a minute, however many ids they have', async () => {
    const write = newPlace()
    const guestId = randomUUID()
    const many = Array.from({ length: 31 }, (_, index) => write(index < 5 ? guestId : undefined))
    expect(await statuses(many)).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect(await write(guestId)).toMatchObject(tooMany)
    expect((await newPlace()()).status).toBe(200)
    server.clock.advance(MINUTE)
    expect((await write(guestId)).status).toBe(200)
  })

  test('a message that was stored is answered, and counts once, however often it is sent', async () => {
    await allow({ visitorsPerMinute: 2 })
    const write = newPlace()
    const [guestId, first, second, third] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    for (const clientId of [first, first, second, first, second])
      expect((await write(guestId, clientId)).status).toBe(200)
    expect(await write(guestId, third)).toMatchObject(tooMany)
    expect((await write(guestId, second)).body).toMatchObject({ seq: 2 })
    // What was refused arrives later, and nothing is missing.
    server.clock.advance(MINUTE)
    expect((await write(guestId, third)).body).toMatchObject({ seq: 3 })
  })

  test('visitors of one address have a number of messages an hour, and members one of their own', async () => {
    await allow({ visitorsPerHour: 3, memberPerHour: 2 })
    const write = newPlace()
    for (let count = 0; count < 3; count += 1) expect((await write()).status).toBe(200)
    expect(await write()).toMatchObject(tooMany)
    const headers = { 'X-Forwarded-For': `198.51.100.${places}` }
    const members = [await server.newMember(), await server.newMember()]
    for (const { request } of members) {
      const say = () => request(sendChatMessage, { body: { message }, headers })
      expect([(await say()).status, (await say()).status]).toEqual([200, 200])
      expect(await say()).toMatchObject(tooMany)
      const { body } = await request(chatHistory, { body: { limit: 10, skip: 0 } })
      expect(body.messages).toHaveLength(2)
    }
    server.clock.advance(HOUR - MINUTE)
    for (const { request } of members)
      expect(await request(sendChatMessage, { body: { message }, headers })).toMatchObject(tooMany)
    expect(await write()).toMatchObject(tooMany)
    server.clock.advance(MINUTE)
    for (const { request } of members)
      expect((await request(sendChatMessage, { body: { message }, headers })).status).toBe(200)
    expect((await write()).status).toBe(200)
  })

  test('an address has a number of new visitors an hour; the others go on', async () => {
    await allow({ newVisitorsPerHour: 2 })
    const write = newPlace()
    const guests = [randomUUID(), randomUUID()] as const
    for (const guest of guests) expect((await write(guest)).status).toBe(200)
    const before = await server.db.$count(chatRooms)
    expect(await write()).toMatchObject(tooMany)
    expect(await server.db.$count(chatRooms)).toBe(before)
    for (const guest of guests) expect((await write(guest)).status).toBe(200)
    server.clock.advance(HOUR)
    expect((await write()).status).toBe(200)
  })
})
