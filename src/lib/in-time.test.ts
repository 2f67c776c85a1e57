import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from './in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<string>(() => undefined)

test('an answer or a failure in time is passed on, and no timer is left', async () => {
  expect(await inTime(Promise.resolve('answer'), 1000, () => 'late')).toBe('answer')
  const failed = inTime(Promise.reject(new Error('refused')), 1000, () => 'late')
  await expect(failed).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})

test('after the time it is what `late` returns or throws', async () => {
  const returned = inTime(never, 1000, () => 'late')
  const thrown = inTime(never, 1000, () => {
    throw new Error('too late')
  })
  await Promise.all([expect(thrown).rejects.toThrow('too late'), vi.advanceTimersByTimeAsync(1000)])
  expect(await returned).toBe('late')
})
