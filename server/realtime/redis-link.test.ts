import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRedisProgram } from '../../scripts/redis.ts'
import { createRequestLimit } from '../http/limits/request-limit.ts'
import { createLogger } from '../log.ts'
import { linkRedis } from './redis-link.ts'
import { startRedis, type TestRedis } from './test-redis.ts'

const log = createLogger('silent')
const unavailable = (reason: RegExp) =>
  expect.objectContaining({
    name: 'RedisUnavailable',
    message: expect.stringMatching(
      new RegExp(`^REDIS_URL: no connection to Redis at .*${reason.source}`, 'u'),
    ),
  })

test('the start does not wait for a Redis that accepts the connection and never answers', async () => {
  const taken: Socket[] = []
  const mute = createServer((socket) => void taken.push(socket)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const url = `redis://127.0.0.1:${(mute.address() as AddressInfo).port}`
  await expect(linkRedis(url, log, { start: 100, quiet: 5000 })).rejects.toEqual(
    unavailable(/no answer within 100 ms/u),
  )
  for (const socket of taken) socket.destroy()
  mute.close()
})

const redisProgram = findRedisProgram()
describe.skipIf(!redisProgram)('a Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis(redisProgram ?? '')
  })
  afterAll(() => redis?.kill())

  test('counts what two processes limit, together, and not while it is away', async () => {
    const links = await Promise.all([linkRedis(redis.url, log), linkRedis(redis.url, log)])
    const clock = { now: () => new Date(0), wait: async () => {} }
    const [here, there] = links.map(({ counts }) => createRequestLimit(clock, counts))
    for (let asked = 0; asked < 3; asked += 1) here?.('member:one', 5)
    there?.('member:one', 100)
    // Each counts its own requests at once, and the other's a moment later.
    await expect
      .poll(() => {
        there?.('member:two', 100)
        try {
          there?.('member:one', 4)
          return 'allowed'
        } catch (error) {
          return String(error)
        }
      })
      .toContain('REQUEST_LIMIT')
    const [link] = links
    expect(await link?.counts.add(new Map([['a', 2]]))).toEqual(new Map([['a', 2]]))
    expect(
      await links[1]?.counts.add(
        new Map([
          ['b', 1],
          ['a', 1],
        ]),
      ),
    ).toEqual(
      new Map([
        ['b', 1],
        ['a', 3],
      ]),
    )
    for (const one of links) one.close()
    await expect(link?.counts.add(new Map([['a', 1]]))).rejects.toThrow('Redis is away')
    // This process goes on counting alone.
    const alone = createRequestLimit(clock, link?.counts)
    for (let asked = 0; asked < 5; asked += 1) alone('member:three', 5)
    expect(() => alone('member:three', 5)).toThrow('REQUEST_LIMIT')
  })

  test('that refuses more clients gives no link: the start ends, naming the setting', async () => {
    const link = await linkRedis(redis.url, log)
    const admin = await createClient({ url: redis.url }).connect()
    await admin.configSet('maxclients', '1')
    await expect(link.openLink()).rejects.toEqual(unavailable(/max number of clients/u))
    await admin.configSet('maxclients', '100')
    await (await link.openLink()).close()
    link.close()
    admin.destroy()
  })
})
