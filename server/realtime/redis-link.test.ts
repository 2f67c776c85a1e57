import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRedisProgram } from '../../scripts/redis.ts'
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
  await expect(linkRedis(url, log, 100)).rejects.toEqual(unavailable(/no answer within 100 ms/u))
  for (const socket of taken) socket.destroy()
  mute.close()
})

const redisProgram = findRedisProgram()
describe.skipIf(!redisProgram)('a Redis that refuses more clients', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis(redisProgram ?? '')
  })
  afterAll(() => redis?.kill())

  test('gives no link: the start ends, naming the setting', async () => {
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
