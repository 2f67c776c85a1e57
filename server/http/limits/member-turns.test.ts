import { afterEach, expect, test, vi } from 'vitest'
import { createMemberTurns } from './member-turns.ts'

afterEach(() => vi.useRealTimers())

/** Work that ends when it is told to. */
function openWork() {
  const ended = new EventTarget()
  const work = vi.fn<() => Promise<unknown>>(
    () => new Promise((resolve) => ended.addEventListener('end', resolve)),
  )
  return { work, end: () => ended.dispatchEvent(new Event('end')) }
}

test('one operation of a member runs at a time, in order; other members do not wait', async () => {
  const turns = createMemberTurns()
  const [first, second, other] = [openWork(), openWork(), openWork()]
  const done = [turns('A', first.work), turns('A', second.work), turns('B', other.work)]
  await vi.waitFor(() => expect(other.work).toHaveBeenCalled())
  expect(first.work).toHaveBeenCalled()
  expect(second.work).not.toHaveBeenCalled()
  first.end()
  await vi.waitFor(() => expect(second.work).toHaveBeenCalled())
  second.end()
  other.end()
  await Promise.all(done)
})

test('one that failed lets the next begin', async () => {
  const turns = createMemberTurns()
  await expect(turns('A', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await turns('A', () => Promise.resolve('done'))).toBe('done')
})

test('one that waits for half a minute is refused and never begins', async () => {
  vi.useFakeTimers()
  const turns = createMemberTurns()
  const first = openWork()
  const second = openWork()
  const begun = turns('A', first.work)
  const waiting = turns('A', second.work).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await waiting).toMatchObject({ code: 'REQUEST_LIMIT' })
  first.end()
  await begun
  expect(second.work).not.toHaveBeenCalled()
})
