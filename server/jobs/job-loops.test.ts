import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { createLogger } from '../log.ts'
import { type Job, startJobs } from './run-jobs.ts'

describe('the loops', () => {
  const logged: string[] = []
  const app = { log: createLogger('info', (line) => logged.push(line)) } as AppContext
  beforeEach(() => {
    logged.length = 0
  })
  const idle = async () => []

  /** A pause that ends when it is told to, or when the loops stop. */
  function ownPause() {
    const pauses: { ms: number; end: () => void }[] = []
    const pause = (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        const end = () => {
          signal.removeEventListener('abort', end)
          resolve()
        }
        pauses.push({ ms, end })
        signal.addEventListener('abort', end)
      })
    return { pauses, pause }
  }

  test('look every half minute, a fifth more or less, each time drawn anew', async () => {
    const { pauses, pause } = ownPause()
    const stop = startJobs(app, [{ name: 'idle', lease: idle, work: idle as never }], pause)
    const rounds = 200
    for (let n = 0; n < rounds; n += 1) {
      await expect.poll(() => pauses.length, { interval: 0 }).toBe(n + 1)
      pauses[n]?.end()
    }
    await stop()
    const times = pauses.map(({ ms }) => ms)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(24 * SECOND)
    expect(Math.max(...times)).toBeLessThanOrEqual(36 * SECOND)
    expect(new Set(times).size).toBeGreaterThan(rounds / 2)
  })

  test('one that somebody waits for looks as often as it says', async () => {
    const { pauses, pause } = ownPause()
    const hasty: Job = { name: 'hasty', lookEvery: 5 * SECOND, lease: idle, work: async () => {} }
    const stop = startJobs(app, [hasty], pause)
    await expect.poll(() => pauses.length).toBe(1)
    await stop()
    expect(pauses[0]?.ms).toBeGreaterThanOrEqual(4 * SECOND)
    expect(pauses[0]?.ms).toBeLessThanOrEqual(6 * SECOND)
  })

  test('one that fails to look or waits for an outside that is silent holds up no other', async () => {
    const { pauses, pause } = ownPause()
    const done: string[] = []
    const once = (name: string) => {
      const left = [name]
      return async () => left.splice(0)
    }
    let answer = () => {}
    const jobs: Job[] = [
      { name: 'broken', lease: () => Promise.reject(new Error('no database')), work: async () => {} },
      { name: 'silent', lease: once('silent'), work: () => new Promise<void>((end) => (answer = end)) },
      { name: 'quick', lease: once('quick'), work: async (_, key) => void done.push(key) },
    ]
    const stop = startJobs(app, jobs, pause)
    await expect.poll(() => pauses.length).toBe(3)
    await expect.poll(() => done).toEqual(['quick'])
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', event: 'job-failed', job: 'broken' },
    ])
    answer()
    await stop()
  })

  test('a lane whose outside is silent holds up no other, and is not begun twice', async () => {
    const { pauses, pause } = ownPause()
    const waiting = new Map([['silent', ['a', 'b']]])
    const begun: string[] = []
    let answer = () => {}
    const job: Job = {
      name: 'lanes',
      lanes: async () => [...waiting.keys()],
      lease: async (_, lane = '') => waiting.get(lane)?.splice(0, 1) ?? [],
      work: async (_, key) => {
        begun.push(key)
        if (key === 'a') await new Promise<void>((end) => (answer = end))
      },
    }
    const stop = startJobs(app, [job], pause)
    await expect.poll(() => begun).toEqual(['a'])
    waiting.set('quick', ['c', 'd'])
    pauses[0]?.end()
    await expect.poll(() => begun).toEqual(['a', 'c', 'd'])
    answer()
    await expect.poll(() => begun).toEqual(['a', 'c', 'd', 'b'])
    await stop()
  })

  test('take nothing more once they are stopped, and end when what is under way has ended', async () => {
    const { pauses, pause } = ownPause()
    const ends: (() => void)[] = []
    let leases = 0
    const endless: Job = {
      name: 'endless',
      lease: async () => [String((leases += 1))],
      work: () => new Promise<void>((end) => ends.push(end)),
    }
    const stop = startJobs(app, [endless, { name: 'idle', lease: idle, work: async () => {} }], pause)
    await expect.poll(() => ends.length).toBe(1)
    let isStopped = false
    const stopped = stop().then(() => (isStopped = true))
    await setImmediate()
    expect(isStopped).toBe(false)
    ends[0]?.()
    await stopped
    expect([leases, pauses.length]).toEqual([1, 2])
    expect(logged).toEqual([])
  })
})
