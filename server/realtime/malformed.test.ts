import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { parseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { chatMessages } from '../database/schema/chat.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { createLogger } from '../log.ts'
import { roomOf } from './realtime.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'
import { malformedPacket, malformedRequest } from './test-malformed.ts'
import { frameOf, RawSocket } from './test-raw-socket.ts'
import { createRandom } from './test-fault-proxy.ts'

const PACKETS = process.env['LONG'] === '1' ? 100_000 : 10_000
const AT_ONCE = 32
const MIB = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapInUse = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describeOnEmbedded('garbage at the socket', (open) => {
  let db: Database
  let server: Server
  let sockets: SocketServer
  let port: number
  let victim: Socket
  const victimId = randomUUID()
  const heard: unknown[][] = []
  const logged: string[] = []

  beforeAll(async () => {
    db = (await open()).db
    const config = parseConfig({ REQUESTS_PER_MINUTE: '0' })
    const log = createLogger('warn', (line) => logged.push(line))
    sockets = createSocketServer({ db, clock: systemClock, log, config })
    server = createServer()
    sockets.attach(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    port = (server.address() as AddressInfo).port
    victim = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], auth: { guestId: victimId } })
    await victim.emitWithAck('join', roomOf(victimId))
    victim.onAny((...event: unknown[]) => heard.push(event))
  })
  afterAll(async () => {
    victim.close()
    await sockets.close()
  })

  test(
    '10,000 packets that no app sends: nobody is harmed, and nothing is heard in a foreign room',
    async () => {
      const random = createRandom(20_261_121)
      let left = PACKETS / 2
      let opened = 0
      const attack = async () => {
        while (left > 0) {
          const raw = new RawSocket(port)
          const manner = random()
          // A tenth of them do not even open the websocket; a third open it without saying who connects.
          if (manner < 0.1) {
            left -= 1
            raw.write(malformedRequest(random, victimId))
          } else if (await raw.open(manner < 0.4 ? undefined : { guestId: randomUUID() })) {
            opened += 1
            for (let more = 1 + Math.floor(random() * 4); more > 0 && raw.isOpen; more -= 1) {
              left -= 1
              raw.write(malformedPacket(random, victimId))
              await new Promise((resolve) => {
                setImmediate(resolve)
              })
            }
          }
          // The server handles what it received before the connection closes.
          raw.socket.end()
          await new Promise((resolve) => {
            raw.socket.once('close', resolve)
            setTimeout(resolve, 20)
          })
          raw.close()
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, attack))
      const before = heapInUse()
      left = PACKETS / 2
      await Promise.all(Array.from({ length: AT_ONCE }, attack))
      // Closed connections are released a moment later.
      await expect.poll(() => (heapInUse() - before) / MIB).toBeLessThan(20)

      expect(opened).toBeGreaterThan(PACKETS / 10)
      expect(heard).toEqual([])
      expect(victim.connected).toBe(true)
      expect(await db.select().from(chatMessages)).toEqual([])
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
      expect(logged).toEqual([])
      // The server still works as usual.
      const told = new Promise((resolve) => {
        victim.once('read', resolve)
      })
      sockets.read(victimId, { seq: 1 })
      expect(await told).toEqual({ seq: 1 })
      expect(heard).toEqual([['read', { seq: 1 }]])
    },
    PACKETS * 20,
  )

  test('another’s room is refused, however its name is spelled', async () => {
    const raw = new RawSocket(port)
    const other = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      auth: { guestId: randomUUID() },
      forceNew: true,
    })
    const names = [
      roomOf(victimId),
      roomOf(victimId.toUpperCase()),
      victimId,
      `owner:${victimId}`,
      victim.id,
      [roomOf(victimId)],
      { room: roomOf(victimId) },
      `${roomOf(victimId)}\0`,
    ]
    for (const name of names) expect(await other.emitWithAck('join', name)).toEqual({ joined: false })
    other.close()
    raw.close()
  })

  test('a client that floods the socket is disconnected', async () => {
    const raw = new RawSocket(port)
    expect(await raw.open({ guestId: randomUUID() })).toBe(true)
    const closed = new Promise((resolve) => {
      raw.socket.once('close', resolve)
    })
    for (let count = 0; count < 200; count += 1) raw.write(frameOf('42["hello"]'))
    await closed
  })
})
