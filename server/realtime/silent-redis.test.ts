import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { io, type Socket as AppSocket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findRedisProgram } from '../../scripts/redis.ts'
import { openSession } from '../auth/sessions.ts'
import { systemClock } from '../clock.ts'
import { parseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { addMember, describeOnEmbedded } from '../database/test-database.ts'
import { createLogger } from '../log.ts'
import { roomOf } from './realtime.ts'
import { linkRedis, type RedisLink } from './redis-link.ts'
import { createSocketServer } from './socket-server.ts'
import { startRedis, type TestRedis } from './test-redis.ts'

const logged: string[] = []
const log = createLogger('info', (line) => logged.push((JSON.parse(line) as { event: string }).event))
/** A tenth of what a server has; a busy machine stands still for less. */
const timeouts = { start: 10_000, quiet: 500 }

/** Hands data sent to `port` on to Redis. `hang`: connections that are open now hear nothing any more, and are not closed. */
async function openRelay(to: number) {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const side of [near, far]) {
      open.add(side)
      side.on('error', () => side.destroy()).on('close', () => open.delete(side))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang() {
      for (const side of open) side.unpipe().pause()
    },
    close() {
      for (const side of open) side.destroy()
      server.close()
    },
  }
}

const redisProgram = findRedisProgram()
describe.skipIf(!redisProgram)('a Redis that falls silent and closes nothing', () => {
  let redis: TestRedis
  const links: RedisLink[] = []
  beforeAll(async () => {
    redis = await startRedis(redisProgram ?? '')
  })
  afterEach(() => {
    redis.thaw()
    for (const link of links.splice(0)) link.close()
    logged.length = 0
  })
  afterAll(() => redis?.kill())

  async function openLink(url = redis.url) {
    const link = await linkRedis(url, log, timeouts)
    links.push(link)
    return link
  }

  test('counts as away, and nobody waits for it; when it goes on it counts as there', async () => {
    const link = await openLink()
    const between = await link.openLink()
    const missed: Date[] = []
    link.onMissed((since) => missed.push(since))
    expect(link.isUp()).toBe(true)
    const then = new Date()
    redis.freeze()
    await expect.poll(() => link.isUp()).toBe(false)
    await expect(link.counts.add(new Map([['a', 1]]))).rejects.toThrow('Redis is away')
    between.publish('lost')
    expect(logged).toContain('redis-silent')
    expect(logged).toContain('event-not-published')
    redis.thaw()
    await expect.poll(() => link.isUp()).toBe(true)
    expect(await link.counts.add(new Map([['b', 1]]))).toEqual(new Map([['b', 1]]))
    // The apps are told when the silence is noticed, and when it is over.
    expect(missed.length).toBeGreaterThanOrEqual(2)
    for (const since of missed) expect(Math.abs(since.getTime() - then.getTime())).toBeLessThan(30_000)
    await between.close()
  })

  test('behind a connection that is dead is replaced, and what others say is heard again', async () => {
    const relay = await openRelay(Number(new URL(redis.url).port))
    const [near, far] = [await openLink(relay.url), await openLink()]
    const [here, there] = [await near.openLink(), await far.openLink()]
    const heard: string[] = []
    let backs = 0
    await here.onMessage(
      (text) => heard.push(text),
      () => (backs += 1),
    )
    relay.hang()
    await expect.poll(() => near.isUp()).toBe(false)
    await expect.poll(() => near.isUp() && backs > 0).toBe(true)
    expect(far.isUp()).toBe(true)
    there.publish('money')
    await expect.poll(() => heard).toEqual(['money'])
    await Promise.all([here.close(), there.close()])
    relay.close()
  })

  describeOnEmbedded('apps', (open) => {
    let db: Database
    let server: Server
    const apps: AppSocket[] = []
    beforeAll(async () => {
      db = (await open()).db
    })
    afterEach(() => {
      for (const app of apps.splice(0)) app.close()
    })

    test('are told meanwhile what happens at their own process, and what they missed before that was noticed', async () => {
      const config = parseConfig({ REQUESTS_PER_MINUTE: '0' })
      const link = await openLink()
      const sockets = createSocketServer({ db, clock: systemClock, log, config, redis: link })
      server = createHttpServer()
      sockets.attach(server)
      server.listen(0)
      await once(server, 'listening')
      const id = await addMember(db)
      const app = io(`http://localhost:${(server.address() as AddressInfo).port}`, {
        auth: { token: await openSession(db, id, new Date()) },
        transports: ['websocket'],
        forceNew: true,
      })
      apps.push(app)
      const reasons: unknown[] = []
      app.on('wallet', ({ reason }: { reason: string }) => reasons.push(reason))
      expect(await app.emitWithAck('join', roomOf(id))).toMatchObject({ joined: true })
      sockets.walletChanged(id, 'deposit')
      await expect.poll(() => reasons).toEqual(['deposit'])

      redis.freeze()
      sockets.walletChanged(id, 'withdraw')
      await expect.poll(() => link.isUp()).toBe(false)
      sockets.walletChanged(id, 'transfer')
      await expect.poll(() => reasons).toEqual(expect.arrayContaining(['missed', 'transfer']))
      redis.thaw()
      await sockets.close()
    })
  })
})
