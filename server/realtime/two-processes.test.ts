import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findRedisProgram } from '../../scripts/redis.ts'
import type { Connection } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { addMember, clonePostgres } from '../database/test-database.ts'
import { openSession } from '../auth/sessions.ts'
import { addressIn, type Program, startProgram } from '../test-program.ts'
import { roomOf } from './realtime.ts'
import { type ChatClient, openChatClient } from './test-chat-client.ts'
import { allowTalk, expectWhole, type Speaker, speakAll } from './test-conversation.ts'
import { startRedis, type TestRedis } from './test-redis.ts'
import { openFaultProxy, type FaultProxy } from './test-fault-proxy.ts'

const redisProgram = findRedisProgram()
const EACH = process.env['LONG'] === '1' ? 2500 : 250
const STARTING = 120_000

describe.skipIf(!redisProgram || inject('postgresUrl') === '')('two processes, one Redis', () => {
  let redis: TestRedis
  let house: Connection
  let line: FaultProxy
  let settings: Record<string, string>
  let folder: string
  const programs: Program[] = []
  const clients: { close(): unknown }[] = []

  async function startOne() {
    const program = startProgram(settings)
    programs.push(program)
    const origin = addressIn(await program.until('Database')).replace('localhost', '127.0.0.1')
    return { program, origin, port: Number(new URL(origin).port) }
  }
  type Backend = Awaited<ReturnType<typeof startOne>>
  let here: Backend
  let there: Backend
  let standing: Backend[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'champa-two-'))
    redis = await startRedis(redisProgram ?? '')
    const url = await clonePostgres()
    house = await openPostgres(url, { migrations: 'ignore', poolSize: 2 })
    await allowTalk(house.db)
    settings = {
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      DATA_DIR: folder,
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    }
    ;[here, there] = await Promise.all([startOne(), startOne()])
    standing = [here, there]
    line = await openFaultProxy(() => standing.map(({ port }) => port), 20_261_122)
  }, STARTING)
  afterAll(async () => {
    for (const client of clients) client.close()
    for (const { child } of programs) child.kill('SIGKILL')
    await line?.close()
    await redis?.kill()
    await house?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  let members = 0
  async function newMember() {
    members += 1
    const username = `085${String(members).padStart(7, '0')}`
    // The bank's transfer finds the member by this account.
    const account = { bankCode: 'SCB', bankAccountNo: username, bankAccountName: 'SOMCHAI JAIDEE' }
    const id = await addMember(house.db, { username, ...account })
    return { id, username, token: await openSession(house.db, id, new Date()) }
  }
  function openClient(origin: string, id: string, token?: string): ChatClient {
    const client = openChatClient({ origin, id, ...(token !== undefined && { token }) })
    clients.push(client)
    return client
  }
  async function openSocket({ origin }: Backend, id: string, auth: object): Promise<Socket> {
    const socket = io(origin, { transports: ['websocket'], auth, forceNew: true })
    clients.push(socket)
    expect(await socket.emitWithAck('join', roomOf(id))).toMatchObject({ joined: true })
    return socket
  }
  const next = (socket: Socket, event: string) =>
    new Promise<unknown>((resolve) => {
      socket.once(event, resolve)
    })
  const post = (to: Backend, path: string, body: BodyInit, token = '') =>
    fetch(to.origin + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    })
  const say = (to: Backend, text: string, token: string) =>
    post(
      to,
      '/api/chat/send-message',
      JSON.stringify({ message: { message_type: 'text', payload: { text } } }),
      token,
    )

  /** Reads a stream until it contains these words; with null, until it ends. */
  async function textUntil({ body }: Response, words: string | null): Promise<string> {
    let said = ''
    const decoder = new TextDecoder()
    // Keeps the stream open, because a later call reads on.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      said += decoder.decode(chunk)
      if (words !== null && said.includes(words)) return said
    }
    if (words !== null) throw new Error(`The stream ended with ${said}`)
    return said
  }

  test('messages, money and sign-outs of one process are received at the other', async () => {
    const { id, username, token } = await newMember()
    const socket = await openSocket(there, id, { token })
    const message = next(socket, 'messaging')
    expect((await say(here, 'hello', token)).status).toBe(200)
    expect(await message).toMatchObject({ seq: 1, message: { payload: { text: 'hello' } } })
    const money = next(socket, 'wallet')
    const events = await fetch(`${there.origin}/api/events`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const streamed = textUntil(events, 'event: wallet\ndata: {"reason":"deposit"}\n\n')
    await post(here, '/sandbox/transfers', new URLSearchParams({ phone: username, amount: '100' }))
    expect(await money).toEqual({ reason: 'deposit' })
    expect(await streamed).toContain('event: ready')
    const hungUp = next(socket, 'disconnect')
    expect((await post(here, '/api/logout', '', token)).status).toBe(200)
    expect(await hungUp).toBe('io server disconnect')
    await textUntil(events, null)
  })

  test('while Redis is down apps receive events of their own process, and afterwards the rest, without a broken connection', async () => {
    const { id, token } = await newMember()
    const near = openClient(here.origin, id, token)
    const far = openClient(there.origin, id, token)
    await say(here, 'before', token)
    await expect.poll(() => [near.shown().length, far.shown().length]).toEqual([1, 1])
    const socket = await openSocket(there, id, { token })
    const told: unknown[] = []
    socket.on('wallet', (event: unknown) => told.push(event))
    let broken = 0
    socket.on('disconnect', () => {
      broken += 1
    })
    await redis.kill()
    const saidMeanwhile = async () => (await say(here, 'meanwhile', token)).status === 200
    await expect.poll(async () => (await saidMeanwhile()) && near.shown().length > 1).toBe(true)
    await redis.start()
    await expect.poll(() => far.shown().length).toBe(near.shown().length)
    const heard = near.shown().length
    const heardNow = async () => {
      await say(there, 'after', token)
      return near.shown().length
    }
    await expect.poll(heardNow).toBeGreaterThan(heard)
    await expect.poll(() => told).toEqual([{ reason: 'missed' }])
    expect(broken).toBe(0)
  }, 180_000)

  test(
    'one is killed while messages flow: none is lost, none doubled',
    async () => {
      const { id, token } = await newMember()
      const guestId = randomUUID()
      const speakers: Speaker[] = [
        { name: 'phone', room: id, client: openClient(line.origin, id, token) },
        { name: 'tablet', room: id, client: openClient(line.origin, id, token) },
        { name: 'tab', room: guestId, client: openClient(line.origin, guestId) },
        { name: 'other tab', room: guestId, client: openClient(line.origin, guestId) },
      ]
      const killed = here
      let replaced: Promise<unknown> | undefined
      await speakAll(speakers, EACH, (all) => {
        if (all === EACH) {
          killed.program.child.kill('SIGKILL')
          standing = [there]
        }
        if (all === 2 * EACH) replaced = startOne().then((another) => standing.push(another))
      })
      expect(await replaced).toBe(2)
      line.calm()
      await expectWhole(house.db, speakers, EACH)
      expect(await killed.program.ended).toMatchObject({ code: null })
      there.program.child.kill('SIGTERM')
      expect((await there.program.ended).code).toBe(0)
      for (const { client } of speakers) expect(client.stats.events).toBeGreaterThan(0)
    },
    STARTING + EACH * 480,
  )
})
