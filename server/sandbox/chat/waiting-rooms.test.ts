import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sendChatMessage } from '#api/contract/chat.ts'
import { later, MINUTE } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { describeOnOne } from '../../database/test-database.ts'
import type { Client } from '../../http/test-app.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { formsOn, linksOn, nextOn } from '../test-console-forms.ts'

const READ_ROOMS = 101

describeOnOne('rooms that wait for staff', (open) => {
  let server: TestServer
  let visitor: Client
  beforeAll(async () => {
    server = await openTestServer(open)
    visitor = await server.client()
  })

  const look = async (path = '/sandbox/chat') => (await server.app.request(path)).text()
  const roomsOn = (page: string) =>
    linksOn(page).flatMap((link) => /^\/sandbox\/chat\/([^?]+)/u.exec(link)?.[1] ?? [])
  const write = (guestId: string, text = 'help') =>
    visitor(sendChatMessage, { body: { message: { message_type: 'text', payload: { text } }, guestId } })

  test('one behind a hundred newer ones is the first, also after it was written in again', async () => {
    const longest = randomUUID()
    await write(longest)
    server.clock.advance(MINUTE)
    const next = randomUUID()
    await write(next)
    await transact(server.db, async (tx) => {
      await tx.execute(sql`insert into chat_rooms (room, last_seq, last_at, agent_read_seq)
        select 'read' || n, 1, ${later(server.clock.now(), MINUTE).toISOString()}::timestamptz, 1
        from generate_series(1, ${READ_ROOMS}) n`)
    })
    server.clock.advance(MINUTE)
    await write(longest, 'still there?')
    const page = await look()
    expect(roomsOn(page).slice(0, 2)).toEqual([longest, next])
    expect(page).toContain('Older ones are not shown.')
    expect(page).toMatch(/data-unread>2</u)

    await look(`/sandbox/chat/${longest}`)
    expect(roomsOn(await look())[0]).toBe(next)
    expect(roomsOn(await look())).toContain(longest)
    server.clock.advance(MINUTE)
    await write(longest, 'thank you')
    expect(roomsOn(await look()).slice(0, 2)).toEqual([next, longest])
    await look(`/sandbox/chat/${next}`)
    await look(`/sandbox/chat/${longest}`)
  })

  test('all are reached, the oldest wait first, and counted; a room leads back to its part', async () => {
    const waiting: string[] = []
    for (let at = 0; at < 33; at += 1) {
      server.clock.advance(MINUTE)
      const guest = randomUUID()
      await write(guest)
      waiting.push(guest)
    }
    const first = await look()
    expect(first).toContain('33 wait; 30 of them are shown, the oldest first.')
    expect(roomsOn(first).slice(0, 30)).toEqual(waiting.slice(0, 30))
    const place = nextOn(first, 'rooms') ?? ''
    const second = await look(place)
    expect(second).toContain('33 wait; 3 of them are shown')
    expect(roomsOn(second).slice(0, 3)).toEqual(waiting.slice(30))
    expect(new Set(formsOn(second).map(({ action }) => action.split('?')[1]))).toEqual(
      new Set([place.split('?')[1]]),
    )
    const link = linksOn(second).find((one) => one.includes(waiting[31] ?? '-')) ?? ''
    expect(linksOn(await look(link))).toContain(place)
    expect(roomsOn(await look(place)).slice(0, 2)).toEqual([waiting[30], waiting[32]])
  })
})
