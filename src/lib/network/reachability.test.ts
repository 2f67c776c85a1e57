import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longTapAtom, watchSlowCall, slowCallsAtom } from './reachability.ts'
import { store } from '#lib/store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const slow = () => ({ calls: store.get(slowCallsAtom).length, tapped: store.get(longTapAtom) })

test('a slow call is reported once it is slow, and when it ends', () => {
  const listener = vi.fn<() => void>()
  const stop = store.sub(slowCallsAtom, listener)
  const endLook = watchSlowCall(5000, false)
  const endOperation = watchSlowCall(5000, true)
  vi.advanceTimersByTime(4999)
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(slow()).toEqual({ calls: 2, tapped: true })
  endOperation()
  expect(slow()).toEqual({ calls: 1, tapped: false })
  endLook()
  expect(slow()).toEqual({ calls: 0, tapped: false })
  expect(listener).toHaveBeenCalledTimes(4)
  stop()
})

test('a quick call is not reported', () => {
  const listener = vi.fn<() => void>()
  const stop = store.sub(slowCallsAtom, listener)
  watchSlowCall(5000, true)()
  vi.runAllTimers()
  expect(listener).not.toHaveBeenCalled()
  stop()
})
