import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { parseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'
import { addMember, describeOnEmbedded } from '../database/test-database.ts'
import { hashOf } from '../auth/tokens.ts'
import { createLogger } from '../log.ts'
import { openSession } from '../auth/sessions.ts'
import { roomOf } from './realtime.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'

describeOnEmbedded('the socket', (open) => {
  let db: Database
  let sockets: SocketServer
  let server: Server
  const opened: Socket[] = []

  beforeAll(async () => {
    db = (await open()).db
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const config = parseConfig({ REQUESTS_PER_MINUTE: '0' })
    sockets = createSocketServer({ db, clock: systemClock, log: createLogger('silent'), config })
    server = createServer()
    sockets.attach(server)
    await new Promise<void>((resolve) => {
      server.listen(0, resolve)
    })
  })
  afterAll(async () => {
    vi.useRealTimers()
    for (const socket of opened) socket.close()
    await sockets.close()
  })

  /** Connects; resolves with the reason if the server refuses. */
  async function connect(
    auth: object,
    transports = ['websocket'],
    extraHeaders: Record<string, string> = {},
  ): Promise<Socket | string> {
    const { port } = server.address() as AddressInfo
    const how = { auth, transports, extraHeaders, reconnection: false, forceNew: true }
    const socket = io(`http://localhost:${port}`, how)
    opened.push(socket)
    return new Promise((resolve) => {
      socket.on('connect', () => resolve(socket))
      socket.on('connect_error', ({ message }) => resolve(message))
    })
  }

  async function connected(auth: object): Promise<Socket> {
    const socket = await connect(auth)
    if (typeof socket === 'string') throw new Error(socket)
    return socket
  }
  const join = (socket: Socket, room: unknown): Promise<unknown> => socket.emitWithAck('join', room)
  const next = (socket: Socket, event: string) =>
    new Promise<unknown>((resolve) => {
      socket.once(event, resolve)
    })

  async function newMember() {
    const id = await addMember(db)
    return { id, token: await openSession(db, id, new Date()) }
  }

  test('refuses a host name that is not the server’s', async () => {
    const { token } = await newMember()
    const at = (Host: string) => connect({ token }, ['websocket'], { Host })
    expect(await at('evil.example')).toBe('websocket error')
    expect(await at('127.0.0.1:8080')).not.toBeTypeOf('string')
  })

  test('a member receives only events about their own money', async () => {
    const mine = await newMember()
    const yours = await newMember()
    const me = await connected({ token: mine.token })
    const you = await connected({ token: yours.token })
    expect(await join(me, roomOf(mine.id))).toEqual({ joined: true, seq: 0 })
    expect(await join(you, roomOf(mine.id))).toEqual({ joined: false })
    expect(await join(you, roomOf(yours.id))).toEqual({ joined: true, seq: 0 })
    const heard: unknown[] = []
    you.on('wallet', (event: unknown) => heard.push(event))

    const told = next(me, 'wallet')
    sockets.walletChanged(mine.id, 'deposit')
    expect(await told).toEqual({ reason: 'deposit' })
    const own = next(you, 'wallet')
    sockets.walletChanged(yours.id, 'withdraw')
    await own
    expect(heard).toEqual([{ reason: 'withdraw' }])
  })

  test('a guest has their own room', async () => {
    const guestId = randomUUID()
    const guest = await connected({ guestId })
    const { id } = await newMember()
    expect(await join(guest, roomOf(id))).toEqual({ joined: false })
    expect(await join(guest, roomOf(guestId))).toEqual({ joined: true, seq: 0 })
    const message = { message: { message_type: 'text' as const, payload: { message: 'hello' } } }
    const said = next(guest, 'messaging')
    sockets.message(guestId, {
      sender: 'agent',
      session_id: '',
      userId: '',
      guestId,
      username: '',
      name: '',
      deviceToken: '',
      createdAt: new Date().toISOString(),
      ...message,
    })
    expect(await said).toMatchObject(message)
  })

  test.each([
    ['nothing', {}],
    ['a wrong token', { token: 'nonsense' }],
    ['a wrong token beside a guest id', { token: 'nonsense', guestId: randomUUID() }],
    ['a guest id that is no UUID', { guestId: 'ABCDEFGHJK' }],
    ['things of another shape', { token: { $ne: '' }, guestId: [1] }],
  ])('refuses %s', async (_, auth) => {
    expect(await connect(auth)).toBe('UNAUTHORIZED')
  })

  test('disconnects a session that has ended, and not the one that stays', async () => {
    const { id, token } = await newMember()
    const here = await connected({ token })
    const other = await openSession(db, id, new Date())
    const there = await connected({ token: other })
    const stranger = await connected({ token: (await newMember()).token })
    const hungUp = next(there, 'disconnect')
    sockets.signedOut([])
    sockets.signedOut([hashOf(other)])
    await hungUp
    expect([here.connected, stranger.connected]).toEqual([true, true])
    const alsoHungUp = next(here, 'disconnect')
    sockets.signedOut([hashOf(token)])
    await alsoHungUp
    expect(stranger.connected).toBe(true)
  })

  test('disconnects a session that has ended unannounced at the next check, and no guest', async () => {
    const [closed, stays] = [await newMember(), await newMember()]
    const there = await connected({ token: closed.token })
    const others = [await connected({ token: stays.token }), await connected({ guestId: randomUUID() })]
    const hungUp = next(there, 'disconnect')
    await db.update(members).set({ status: 'inactive' }).where(eq(members.id, closed.id))
    vi.advanceTimersByTime(20_000)
    await hungUp
    expect(others.map(({ connected: isOpen }) => isOpen)).toEqual([true, true])
  })

  test('who joins again and again on one connection asks the database once', async () => {
    const guestId = randomUUID()
    const guest = await connected({ guestId })
    const asked = vi.spyOn(db, 'select')
    expect(await join(guest, roomOf(guestId))).toEqual({ joined: true, seq: 0 })
    for (let times = 0; times < 5; times += 1)
      expect(await join(guest, roomOf(guestId))).toEqual({ joined: true })
    expect(asked).toHaveBeenCalledOnce()
    asked.mockRestore()
  })

  test('refuses rooms with a malformed name', async () => {
    const guest = await connected({ guestId: randomUUID() })
    for (const room of [null, {}, [], 1, '', '*']) expect(await join(guest, room)).toEqual({ joined: false })
  })

  test('a guest’s room is theirs in upper and lower case of the id', async () => {
    const guestId = randomUUID()
    const guest = await connected({ guestId: guestId.toUpperCase() })
    expect(await join(guest, roomOf(guestId.toUpperCase()))).toMatchObject({ joined: true })
    const read = next(guest, 'read')
    sockets.read(guestId, { seq: 3 })
    expect(await read).toEqual({ seq: 3 })
  })

  test('one person may have a limited number of sockets', async () => {
    const guestId = randomUUID()
    for (let count = 0; count < 20; count += 1) await connected({ guestId })
    expect(await connect({ guestId })).toBe('REQUEST_LIMIT')
    await connected({ guestId: randomUUID() })
  })

  test('hangs up on a packet of more than 16 KiB, and on none that is smaller', async () => {
    const { token } = await newMember()
    const [small, large] = [await connected({ token }), await connected({ token })]
    expect(await join(small, 'x'.repeat(15 * 1024))).toEqual({ joined: false })
    const over = next(large, 'disconnect')
    large.emit('join', 'x'.repeat(17 * 1024))
    expect(await over).toBe('transport close')
    expect(small.connected).toBe(true)
  })

  test('speaks websocket only', async () => {
    expect(await connect({ guestId: randomUUID() }, ['polling'])).toEqual(expect.any(String))
  })
})
