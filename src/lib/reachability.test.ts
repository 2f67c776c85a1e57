import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longTapAtom, noteWaiting, slowCallsAtom } from './reachability.ts'
import { store } from './store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const told = () => ({ calls: store.get(slowCallsAtom).length, tapped: store.get(longTapAtom) })

test('a call that takes long is told once it does, and again when it is over', () => {
  const listener = vi.fn<() => void>()
  const stop = store.sub(slowCallsAtom, listener)
  const endLook = noteWaiting(5000, false)
  const endOperation = noteWaiting(5000, true)
  vi.advanceTimersByTime(4999)
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(told()).toEqual({ calls: 2, tapped: true })
  endOperation()
  expect(told()).toEqual({ calls: 1, tapped: false })
  endLook()
  expect(told()).toEqual({ calls: 0, tapped: false })
  expect(listener).toHaveBeenCalledTimes(4)
  stop()
})

test('of a quick one nothing is told', () => {
  const listener = vi.fn<() => void>()
  const stop = store.sub(slowCallsAtom, listener)
  noteWaiting(5000, true)()
  vi.runAllTimers()
  expect(listener).not.toHaveBeenCalled()
  stop()
})
