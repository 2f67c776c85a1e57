import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedClock, later, MINUTE, SECOND } from './clock.ts'

const machine = new Date('2026-11-29T05:00:00Z')
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: machine }))
afterEach(() => vi.useRealTimers())

/** A clock whose database is ahead by this many milliseconds, and answers after so many. */
const clockOf = (ahead: () => number, tookMs = 0) =>
  createSharedClock(async () => {
    vi.advanceTimersByTime(tookMs / 2)
    const shared = later(new Date(), ahead())
    vi.advanceTimersByTime(tookMs / 2)
    return shared
  })

test.each([3 * MINUTE, -3 * MINUTE, 2 * SECOND])(
  'a process whose machine is %i ms behind has the time of the database',
  async (ahead) => {
    const clock = clockOf(() => ahead)
    expect(await clock.compare()).toBe(ahead)
    expect(clock.now()).toEqual(later(machine, ahead))
    expect(await clock.compare()).toBeUndefined()
  },
)

test('a difference of a second, or within what a slow answer leaves open, changes nothing', async () => {
  for (const clock of [clockOf(() => SECOND), clockOf(() => 2.5 * SECOND, 4 * SECOND)]) {
    expect(await clock.compare()).toBeUndefined()
    expect(clock.now()).toEqual(new Date())
  }
})

test('a machine that is set right has its own time again, and one whose database is silent keeps what it knows', async () => {
  let ahead = 3 * MINUTE
  let isSilent = false
  const clock = createSharedClock(async () => {
    if (isSilent) throw new Error('no connection')
    return later(new Date(), ahead)
  })
  await clock.compare()
  isSilent = true
  await expect(clock.compare()).rejects.toThrow('no connection')
  expect(clock.now()).toEqual(later(machine, 3 * MINUTE))
  isSilent = false
  ahead = 200
  expect(await clock.compare()).toBe(0)
  expect(clock.now()).toEqual(machine)
})
