import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readContent } from '#api/contract/chat-content.ts'
import { createApp } from '../app.ts'
import { chatMessages } from '../database/schema/chat.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { type House, openHouse, OPENING } from '../modules/test-house.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'
import { type ChatClient, openChatClient } from './test-chat-client.ts'
import { createRandom, openRoughLine, type RoughLine } from './test-rough-line.ts'

const EACH = process.env['LONG'] ? 5000 : 500

describeOnEmbedded('a chat over a bad line', (open) => {
  let house: House
  let sockets: SocketServer
  let line: RoughLine
  const clients: ChatClient[] = []

  beforeAll(async () => {
    house = await openHouse(open)
    sockets = createSocketServer(house.context)
    const app = createApp({ ...house.context, realtime: sockets })
    const server = createAdaptorServer({ fetch: app.fetch })
    sockets.attach(server as Parameters<SocketServer['attach']>[0])
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    line = await openRoughLine(() => [port], 20_261_120)
  }, OPENING)
  afterAll(async () => {
    for (const client of clients) client.close()
    await line.close()
    await sockets.close()
  })

  test(
    'four apps send 2,000 messages, and each shows its room’s messages once and in order',
    async () => {
      const member = await house.newMember()
      const token = member.ask.token
      const guestId = randomUUID()
      const { origin } = line
      clients.push(
        openChatClient({ origin, id: member.id, token }),
        openChatClient({ origin, id: member.id, token }),
        openChatClient({ origin, id: guestId }),
        openChatClient({ origin, id: guestId }),
      )
      const random = createRandom(7)
      const speak = async (client: ChatClient, name: number) => {
        for (let count = 0; count < EACH; count += 1)
          await client.say(`${name}:${count}`, { twice: random() < 0.1 })
      }
      await Promise.all(clients.map(speak))
      // The last events may be among the lost ones: what a connection missed is asked for by the next.
      line.calm()
      await vi.waitFor(
        () =>
          expect(clients.map((client) => client.shown().length)).toEqual([1, 1, 1, 1].map(() => 2 * EACH)),
        {
          timeout: 30_000,
        },
      )

      for (const [room, names] of [
        [member.id, [0, 1]],
        [guestId, [2, 3]],
      ] as const) {
        const stored = await house.db
          .select()
          .from(chatMessages)
          .where(eq(chatMessages.room, room))
          .orderBy(asc(chatMessages.seq))
        const words = stored.map(({ message }) => textOf(message))
        expect(stored.map(({ seq }) => seq)).toEqual(
          Array.from({ length: 2 * EACH }, (_, index) => index + 1),
        )
        // Each writer's own stand in the order in which he wrote them; all of them there, and nothing else.
        for (const name of names) {
          const own = words.filter((said) => said.startsWith(`${name}:`))
          expect(own).toEqual(Array.from({ length: EACH }, (_, count) => `${name}:${count}`))
          const client = clients[name]
          expect(client?.shown().map((message) => message && textOf(message.message))).toEqual(words)
        }
      }
      const { done } = line
      for (const mischief of Object.values(done)) expect(mischief).toBeGreaterThan(5)
      for (const { stats } of clients)
        expect(Math.min(stats.events, stats.holes, stats.resent)).toBeGreaterThan(0)
    },
    EACH * 240,
  )
})

const textOf = (message: { message_type: string; payload: Record<string, unknown> }) => {
  const { payload } = readContent(message)
  return 'text' in payload ? payload.text : ''
}
