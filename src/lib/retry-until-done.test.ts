import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryUntilDone } from './retry-until-done.ts'

function setUp() {
  const callbacks = new Set<() => void>()
  const listen = (callback: () => void) => {
    callbacks.add(callback)
    return () => void callbacks.delete(callback)
  }
  const ends: ((failed: boolean) => void)[] = []
  const work = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve, reject) => {
        ends.push((failed) => (failed ? reject(new Error('no network')) : resolve()))
      }),
  )
  return {
    work,
    listen,
    callBack: () => callbacks.forEach((one) => one()),
    end: (turn: number, failed: boolean) => ends[turn]?.(failed),
    isListening: () => callbacks.size > 0,
  }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)

test('work that fails runs again after pauses that grow from 1 s to 30 s, and after a call back from 1 s', async () => {
  const { work, listen, callBack, end } = setUp()
  const stop = retryUntilDone(work, listen)
  const failedAfter = async (seconds: number) => {
    end(work.mock.calls.length - 1, true)
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    const before = work.mock.calls.length
    await vi.advanceTimersByTimeAsync(1)
    return work.mock.calls.length - before
  }
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) expect(await failedAfter(seconds)).toBe(1)
  end(7, true)
  await settled()
  callBack()
  expect(work).toHaveBeenCalledTimes(9)
  expect(await failedAfter(1)).toBe(1)
  stop()
  expect(await failedAfter(60)).toBe(0)
})

test('work that failed runs again when called back, and no more once it has succeeded', async () => {
  const { work, listen, callBack, end, isListening } = setUp()
  retryUntilDone(work, listen)
  end(0, true)
  await settled()
  expect(work).toHaveBeenCalledOnce()
  callBack()
  end(1, false)
  await settled()
  expect([work.mock.calls.length, isListening()]).toEqual([2, false])
})

test('a call back while the work runs makes it run again if it fails', async () => {
  const { work, listen, callBack, end } = setUp()
  retryUntilDone(work, listen)
  callBack()
  callBack()
  expect(work).toHaveBeenCalledOnce()
  end(0, true)
  await settled()
  expect(work).toHaveBeenCalledTimes(2)
  end(1, true)
  await settled()
  expect(work).toHaveBeenCalledTimes(2)
})

test('a call back while the work runs changes nothing if it succeeds, or if it was ended meanwhile', async () => {
  const { work, listen, callBack, end } = setUp()
  retryUntilDone(work, listen)
  callBack()
  end(0, false)
  await settled()
  expect(work).toHaveBeenCalledOnce()

  const stop = retryUntilDone(work, listen)
  callBack()
  stop()
  end(1, true)
  await settled()
  expect(work).toHaveBeenCalledTimes(2)
})
