import { randomUUID } from 'node:crypto'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addMoney } from '#api/contract/wallet.ts'
import { logout } from '#api/contract/login.ts'
import { openSession } from '../auth/sessions.ts'
import { hashOf } from '../auth/tokens.ts'
import { members, sessions } from '../database/schema/members.ts'
import { MINUTE } from '../clock.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { createLogger } from '../log.ts'
import { type TestServer, openTestServer, type TestMember } from '../modules/test-server.ts'
import { createEventStreams } from './event-streams.ts'

describeOnOne('money events', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const request = (
    { request: { token } }: Pick<TestMember, 'request'>,
    headers: Record<string, string> = {},
  ) => server.app.request('/api/events', { headers: { Authorization: `Bearer ${token}`, ...headers } })

  async function listen(member: Pick<TestMember, 'request'>, lastEventId?: string) {
    const answer = await request(member, lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const events = answer.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    if (!events) throw new Error('No stream')
    const next = async () => {
      const { value, done } = await events.read()
      return done ? 'ended' : { event: value.event, data: JSON.parse(value.data) as unknown, id: value.id }
    }
    return { next, close: () => events.cancel() }
  }

  test('arrive at once, and only at the member concerned', async () => {
    const [mine, yours] = [await server.newMember(), await server.newMember()]
    const [me, you] = [await listen(mine), await listen(yours)]
    expect(await me.next()).toEqual({ event: 'ready', data: {}, id: '0' })
    expect(await you.next()).toMatchObject({ event: 'ready' })
    await mine.request(addMoney, { body: { amount: 10 } })
    const heard = await me.next()
    expect(heard).toMatchObject({ event: 'wallet', data: { reason: 'deposit' } })
    expect(Number((heard as { id: string }).id)).toBeGreaterThan(0)
    await yours.request(addMoney, { body: { amount: 20 } })
    expect(await you.next()).toMatchObject({ event: 'wallet' })
    await Promise.all([me.close(), you.close()])
  })

  test('a stream that resumes reports missed events, and only if there were any', async () => {
    const member = await server.newMember()
    const before = await listen(member)
    await before.next()
    await member.request(addMoney, { body: { amount: 10 } })
    const { id } = (await before.next()) as { id: string }
    await before.close()

    const again = await listen(member, id)
    expect(await again.next()).toEqual({ event: 'ready', data: {}, id })
    await again.close()
    await member.request(addMoney, { body: { amount: 5 } })

    const late = await listen(member, id)
    const missed = await late.next()
    expect(missed).toMatchObject({ event: 'wallet', data: { reason: 'missed' } })
    expect(Number((missed as { id: string }).id)).toBeGreaterThan(Number(id))
    await late.close()
  })

  test('an app that knows of more than there is, because the books went back to a moment, has missed something', async () => {
    const member = await server.newMember()
    const listener = await listen(member, '1000000')
    expect(await listener.next()).toEqual({ event: 'wallet', data: { reason: 'missed' }, id: '0' })
    await listener.close()
  })

  test('where the database fails the stream ends: the app connects again, and hears what it missed', async () => {
    const member = await server.newMember()
    const listener = await listen(member)
    await listener.next()
    const failing = vi.spyOn(server.db, 'execute').mockRejectedValueOnce(new Error('The database is gone'))
    server.context.realtime.walletChanged(member.id, 'deposit')
    expect(await listener.next()).toBe('ended')
    failing.mockRestore()
  })

  test('a stream lasts half an hour; a server that is told to stop opens none', async () => {
    const { db, clock } = server
    const streams = createEventStreams({ db, clock, log: createLogger('silent') })
    const memberId = await addMember(db)
    const listener = {
      memberId,
      session: hashOf(await openSession(db, memberId, clock.now())),
      address: '198.51.100.1',
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = streams.listen(listener).getReader()
    vi.advanceTimersByTime(30 * MINUTE)
    const rest = async (): Promise<string> => {
      const { done } = await reader.read()
      return done ? 'ended' : rest()
    }
    expect(await rest()).toBe('ended')
    streams.close()
    expect(() => streams.listen(listener)).toThrow('REQUEST_LIMIT')
  })

  test('an unknown id counts as none', async () => {
    const listener = await listen(await server.newMember(), "1' or true")
    expect(await listener.next()).toMatchObject({ event: 'ready' })
    await listener.close()
  })

  test('a session that has ended receives nothing more', async () => {
    const member = await server.newMember()
    const listener = await listen(member)
    await listener.next()
    await member.request(logout, {})
    expect(await listener.next()).toBe('ended')
    const answer = await request(member)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ message: 'UNAUTHORIZED' })
  })

  test('a stream whose session has ended unannounced ends after the next heartbeat', async () => {
    const { db } = server
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const streams = createEventStreams({ db, clock: server.clock, log: createLogger('silent') })
    const open = async () => {
      const memberId = await addMember(db)
      const session = hashOf(await openSession(db, memberId, server.clock.now()))
      const reader = streams.listen({ memberId, session, address: '198.51.100.1' }).getReader()
      const next = async () => {
        const { value, done } = await reader.read()
        return done ? 'ended' : new TextDecoder().decode(value)
      }
      expect(await next()).toContain('event: ready')
      return { memberId, session, next }
    }
    const [ended, blocked, stays] = [await open(), await open(), await open()]
    await db.delete(sessions).where(eq(sessions.tokenHash, ended.session))
    await db.update(members).set({ status: 'inactive' }).where(eq(members.id, blocked.memberId))
    vi.advanceTimersByTime(20_000)
    for (const { next } of [ended, blocked]) {
      expect(await next()).toBe(':\n\n')
      expect(await next()).toBe('ended')
    }
    expect(await stays.next()).toBe(':\n\n')
    streams.walletChanged(stays.memberId, 'deposit')
    expect(await stays.next()).toContain('event: wallet')
    streams.close()
  })

  test('a closed member hears nothing more of money, nor does a session that has ended unannounced', async () => {
    const [closed, ended] = [await server.newMember(), await server.newMember()]
    const elsewhere = { request: await server.client(ended.id) }
    const streams = {
      closed: await listen(closed),
      ended: await listen(ended),
      open: await listen(elsewhere),
    }
    for (const { next } of Object.values(streams)) expect(await next()).toMatchObject({ event: 'ready' })
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, closed.id))
    await server.db.delete(sessions).where(eq(sessions.tokenHash, hashOf(ended.request.token)))
    for (const { id } of [closed, ended]) server.context.realtime.walletChanged(id, 'deposit')
    expect(await streams.closed.next()).toBe('ended')
    expect(await streams.ended.next()).toBe('ended')
    expect(await streams.open.next()).toMatchObject({ event: 'wallet', data: { reason: 'deposit' } })
    await streams.open.close()
  })

  test('after an outage the stream of a closed member ends', async () => {
    const { db } = server
    const streams = createEventStreams({ db, clock: server.clock, log: createLogger('silent') })
    const memberId = await addMember(db)
    const session = hashOf(await openSession(db, memberId, server.clock.now()))
    const reader = streams.listen({ memberId, session, address: '198.51.100.1', lastEventId: 7 }).getReader()
    const heard = async () => {
      const { value } = await reader.read()
      return value && new TextDecoder().decode(value)
    }
    expect(await heard()).toContain('missed')
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, memberId))
    streams.catchUp()
    expect(await heard()).toBeUndefined()
    streams.close()
  })

  test('a stream needs a token; HEAD opens none', async () => {
    expect((await server.app.request('/api/events')).status).toBe(401)
    const { token } = (await server.newMember()).request
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await server.app.request('/api/events', { method: 'HEAD', headers })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  test('a member may open so many streams a minute, and an address ten times as many', async () => {
    const slow = await openTestServer(open, { REQUESTS_PER_MINUTE: '2' })
    const look = (token: string) =>
      slow.app.request('/api/events', { method: 'HEAD', headers: { Authorization: `Bearer ${token}` } })
    const [one, other] = [(await slow.client((await slow.newMember()).id)).token, 'unknown']
    const statuses = []
    for (const token of [one, one, one]) statuses.push((await look(token)).status)
    expect(statuses).toEqual([200, 200, 429])
    for (let count = 3; count < 20; count += 1) expect((await look(other)).status).toBe(401)
    expect((await look(other)).status).toBe(429)
  })

  test('a member may have twenty streams; closing one makes room', async () => {
    const member = await server.newMember()
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(member)))
    const refused = await request(member)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({ message: 'REQUEST_LIMIT' })
    await streams[0]?.close()
    const next = await listen(member)
    expect(await next.next()).toMatchObject({ event: 'ready' })
    await Promise.all([next, ...streams.slice(1)].map((stream) => stream.close()))
  })

  test('an address may have so many streams of all its members; closing one makes room', () => {
    const streams = createEventStreams({
      db: server.db,
      clock: server.clock,
      log: createLogger('silent'),
      maxOfAddress: 2,
    })
    const listenAt = (address: string) =>
      streams.listen({ memberId: randomUUID(), session: randomUUID(), address })
    const first = listenAt('198.51.100.1')
    listenAt('198.51.100.1')
    expect(() => listenAt('198.51.100.1')).toThrow('REQUEST_LIMIT')
    listenAt('198.51.100.2')
    void first.cancel()
    listenAt('198.51.100.1')
    expect(() => listenAt('198.51.100.1')).toThrow('REQUEST_LIMIT')
    streams.close()
  })

  test('a client that does not read its events is disconnected', async () => {
    const member = await server.newMember()
    const slow = await request(member)
    const attentive = await listen(member)
    await attentive.next()
    for (let count = 0; count < 100; count += 1) {
      server.context.realtime.walletChanged(member.id, 'game')
      await attentive.next()
    }
    const unread = (await slow.text()).split('\n\n').filter((event) => event.includes('event: wallet'))
    expect(unread.length).toBeGreaterThan(0)
    expect(unread.length).toBeLessThan(100)
    await attentive.close()
  })
})
