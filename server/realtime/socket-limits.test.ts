import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openSession } from '../auth/sessions.ts'
import { systemClock } from '../clock.ts'
import { parseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { addMember, describeOnEmbedded } from '../database/test-database.ts'
import { createLogger } from '../log.ts'
import { createSocketServer } from './socket-server.ts'
import { frameOf, RawSocket } from './test-raw-socket.ts'

const config = parseConfig({ REQUESTS_PER_MINUTE: '0', TRUST_PROXY: '1' })
/** The address of raw sockets. */
const HERE = '127.0.0.1'
/** The first byte with which the server closes a websocket. */
const closeFrame = '\u0088'
const ample = { perPerson: 20, guestsPerAddress: 20, membersPerAddress: 20, guests: 20, perAddress: 40 }

describeOnEmbedded('how many sockets may be open', (open) => {
  let db: Database
  let token: string
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    db = (await open()).db
    token = await openSession(db, await addMember(db), new Date())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  /** A server that allows so many; without `limits` as many as it does by itself. */
  async function listen(limits?: Partial<typeof ample>) {
    const given = limits && { limits: { ...ample, ...limits } }
    const sockets = createSocketServer({
      db,
      clock: systemClock,
      log: createLogger('silent'),
      config,
      ...given,
    })
    const server = createServer()
    sockets.attach(server)
    closing.push(() => sockets.close())
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    /** Connects from this address; gives the reason if the server refuses. */
    const connect = (address: string, auth: object = { guestId: randomUUID() }): Promise<Socket | string> => {
      const socket = io(`http://127.0.0.1:${port}`, {
        auth,
        transports: ['websocket'],
        extraHeaders: { 'X-Forwarded-For': address },
        reconnection: false,
        forceNew: true,
      })
      closing.push(() => socket.close())
      return new Promise((resolve) => {
        socket.on('connect', () => resolve(socket))
        socket.on('connect_error', ({ message }) => resolve(message))
      })
    }
    return {
      connect,
      async connected(address: string, auth?: object): Promise<Socket> {
        const socket = await connect(address, auth)
        if (typeof socket === 'string') throw new Error(socket)
        return socket
      },
      raw() {
        const socket = new RawSocket(port)
        closing.push(() => socket.close())
        return socket
      },
    }
  }
  type Listening = Awaited<ReturnType<typeof listen>>
  /** The server notices a moment later that a connection has closed. */
  async function getsIn({ connect }: Listening, address: string, auth?: object) {
    await expect.poll(() => connect(address, auth)).not.toBeTypeOf('string')
  }

  test('two hundred of the guests of one address, whatever their ids; another address and members get in', async () => {
    const server = await listen()
    const guests = Array.from({ length: 200 }, server.raw)
    const opened = await Promise.all(guests.map((guest) => guest.open({ guestId: randomUUID() })))
    expect(opened).not.toContain(false)
    expect(await server.connect(HERE)).toBe('REQUEST_LIMIT')
    await server.connected('198.51.100.1')
    await server.connected(HERE, { token })
    guests[0]?.close()
    await getsIn(server, HERE)
  })

  test('so many of the members of one address', async () => {
    const server = await listen({ membersPerAddress: 2 })
    const first = await server.connected('198.51.100.1', { token })
    await server.connected('198.51.100.1', { token })
    expect(await server.connect('198.51.100.1', { token })).toBe('REQUEST_LIMIT')
    await server.connected('198.51.100.1')
    await server.connected('198.51.100.2', { token })
    first.close()
    await getsIn(server, '198.51.100.1', { token })
  })

  test('so many of all guests, and members get in', async () => {
    const server = await listen({ guests: 2 })
    const first = await server.connected('198.51.100.1')
    await server.connected('198.51.100.2')
    expect(await server.connect('198.51.100.3')).toBe('REQUEST_LIMIT')
    await server.connected('198.51.100.3', { token })
    first.close()
    await getsIn(server, '198.51.100.3')
  })

  test('so many connections of one address that do not say whose they are', async () => {
    const server = await listen({ perAddress: 2 })
    const [first, second, third] = [server.raw(), server.raw(), server.raw()]
    expect([await first.open(), await second.open()]).toEqual([true, true])
    expect(await third.open()).toBe(false)
    await server.connected('198.51.100.1')
    first.close()
    await getsIn(server, HERE)
  })

  test('a connection counts until it is closed, though its guest has left the chat', async () => {
    const server = await listen({ guests: 1 })
    const raw = server.raw()
    await raw.open({ guestId: randomUUID() })
    raw.write(frameOf('41'))
    const guest = `40${JSON.stringify({ guestId: randomUUID() })}`
    expect(await server.connect('198.51.100.1')).toBe('REQUEST_LIMIT')
    // Who names another guest on it loses it.
    raw.write(frameOf(guest))
    expect(await raw.hears(closeFrame)).toBe(true)
    raw.close()
    await getsIn(server, '198.51.100.1')
  })

  test('a connection that names many guests at once is closed, and leaves nothing behind', async () => {
    const server = await listen({ guests: 3 })
    const raw = server.raw()
    await raw.open()
    const say = () => frameOf(`40${JSON.stringify({ guestId: randomUUID() })}`)
    raw.write(Buffer.concat(Array.from({ length: 30 }, say)))
    expect(await raw.hears(closeFrame)).toBe(true)
    for (const _ of [1, 2, 3]) await server.connected('198.51.100.1')
    expect(await server.connect('198.51.100.1')).toBe('REQUEST_LIMIT')
  })

  test('those refused, and those that closed while they were looked up, leave nothing behind', async () => {
    const server = await listen({ membersPerAddress: 1, perAddress: 1 })
    for (let count = 0; count < 5; count += 1)
      await expect.poll(() => server.connect(HERE, { token: 'nonsense' })).toBe('UNAUTHORIZED')

    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // The embedded database has one connection: whoever asks it waits.
    const holding = db.transaction(() => released)
    const raw = await expectOpen(server)
    raw.write(frameOf(`40${JSON.stringify({ token })}`))
    raw.socket.end()
    // The address has room again when the server has seen the end.
    const next = await expectOpen(server)
    release()
    await holding
    next.close()
    await getsIn(server, HERE, { token })
  })

  /** A connection that is let in as soon as there is room. */
  async function expectOpen({ raw }: Listening): Promise<RawSocket> {
    for (;;) {
      const socket = raw()
      if (await socket.open()) return socket
    }
  }
})
