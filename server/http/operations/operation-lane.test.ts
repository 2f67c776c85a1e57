import { expect, test } from 'vitest'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { inLane } from './operation-lane.ts'

const appWith = (databaseConnections: number) => ({
  db: {} as Database,
  config: { databaseConnections } as Config,
})

/** Runs twenty works; returns how many ran at once at most. */
async function maxAtOnce(app: ReturnType<typeof appWith>): Promise<number> {
  let running = 0
  let max = 0
  const work = async () => {
    running += 1
    max = Math.max(max, running)
    await new Promise(setImmediate)
    running -= 1
    return 'done'
  }
  const ends = await Promise.all(Array.from({ length: 20 }, () => inLane(app, work)))
  expect(ends).toEqual(Array.from({ length: 20 }, () => 'done'))
  return max
}

test('operations take at most two fifths of the connections, and at least one', async () => {
  expect(await maxAtOnce(appWith(10))).toBe(4)
  expect(await maxAtOnce(appWith(2))).toBe(1)
  expect(await maxAtOnce(appWith(1))).toBe(1)
})

test('one that fails makes room for the next', async () => {
  const app = appWith(1)
  const failing = inLane(app, () => Promise.reject(new Error('short of money')))
  const next = inLane(app, () => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('short of money')
  expect(await next).toBe('next')
})

test('each database has its own', async () => {
  const busy = appWith(1)
  let release = () => {}
  const held = inLane(busy, () => new Promise<void>((resolve) => (release = resolve)))
  expect(await inLane(appWith(1), () => Promise.resolve('at once'))).toBe('at once')
  release()
  await held
})
