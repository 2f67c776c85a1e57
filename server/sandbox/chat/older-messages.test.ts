import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../database/query.ts'
import { chatRooms } from '../../database/schema/chat.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { linksOn } from '../test-console-forms.ts'

const MESSAGES = 250

describeOnOne('a long room on the console', (open) => {
  let server: TestServer
  const room = randomUUID()
  beforeAll(async () => {
    server = await openTestServer(open)
    await transact(server.db, async (tx) => {
      await tx.execute(
        sql`insert into chat_rooms (room, last_seq, last_at) values (${room}, ${MESSAGES}, now())`,
      )
      await tx.execute(sql`insert into chat_messages (room, seq, client_id, sender, message, session_id)
        select ${room}, n, n, 'customer', jsonb_build_object('message_type', 'text', 'payload',
          jsonb_build_object('text', 'word ' || n)), '' from generate_series(1, ${MESSAGES}) n`)
    })
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const wordsOn = (page: string) => [...page.matchAll(/word (\d+)/gu)].map(([, word]) => Number(word))
  const readSeq = async () =>
    (await server.db.select().from(chatRooms).where(eq(chatRooms.room, room)))[0]?.agentReadSeq
  const here = `/sandbox/chat/${room}`

  test('a part of the past that is opened first reads nothing as seen', async () => {
    expect(wordsOn(await look(`${here}?before=50`))).toEqual(Array.from({ length: 49 }, (_, at) => at + 1))
    expect(wordsOn(await look(`${here}?before=1`))).toEqual([])
    expect(await readSeq()).toBe(0)
  })

  test('its first message is reached, and from there the newest', async () => {
    const seen: number[] = []
    let page = await look(here)
    expect(await readSeq()).toBe(MESSAGES)
    for (let parts = 1; ; parts += 1) {
      seen.unshift(...wordsOn(page))
      const older = linksOn(page).find((link) => link.includes('before='))
      if (older === undefined || parts > 9) break
      page = await look(older)
      expect(linksOn(page)).toContain(here)
    }
    expect(seen).toEqual(Array.from({ length: MESSAGES }, (_, at) => at + 1))
  })
})
