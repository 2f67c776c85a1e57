import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { describeOnOne } from '../database/test-database.ts'
import { type TestServer, openTestServer } from '../modules/test-server.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'
import { type ChatClient, openChatClient } from './test-chat-client.ts'
import { allowTalk, expectWhole, type Speaker, speakAll } from './test-conversation.ts'
import { openFaultProxy, type FaultProxy } from './test-fault-proxy.ts'

const EACH = process.env['LONG'] === '1' ? 5000 : 500

describeOnOne('a chat over a bad line', (open) => {
  let server: TestServer
  let sockets: SocketServer
  let line: FaultProxy
  const clients: ChatClient[] = []

  beforeAll(async () => {
    server = await openTestServer(open)
    await allowTalk(server.db)
    sockets = createSocketServer(server.context)
    const app = createApp({ ...server.context, realtime: { ...server.context.realtime, ...sockets } })
    const httpServer = createAdaptorServer({ fetch: app.fetch })
    sockets.attach(httpServer as Parameters<SocketServer['attach']>[0])
    await new Promise<void>((resolve) => {
      httpServer.listen(0, '127.0.0.1', resolve)
    })
    const { port } = httpServer.address() as AddressInfo
    line = await openFaultProxy(() => [port], 20_261_120)
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await line.close()
    await sockets.close()
  })

  test(
    'four apps send 2,000 messages, and each shows its room’s messages once and in order',
    async () => {
      const member = await server.newMember()
      const guestId = randomUUID()
      const { origin } = line
      const openOne = (name: string, room: string, token?: string): Speaker => {
        const client = openChatClient({ origin, id: room, ...(token !== undefined && { token }) })
        clients.push(client)
        return { name, room, client }
      }
      const speakers = [
        openOne('phone', member.id, member.request.token),
        openOne('tablet', member.id, member.request.token),
        openOne('tab', guestId),
        openOne('other tab', guestId),
      ]
      await speakAll(speakers, EACH)
      // The last events may be lost too: the next connection asks for what it missed.
      line.calm()
      await expectWhole(server.db, speakers, EACH)
      const { done } = line
      for (const mischief of Object.values(done)) expect(mischief).toBeGreaterThan(5)
      for (const { stats } of clients)
        expect(Math.min(stats.events, stats.holes, stats.resent)).toBeGreaterThan(0)
    },
    EACH * 480,
  )
})
