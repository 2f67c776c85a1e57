import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteWaiting, onWaiting, type Waits } from './reachability.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a call that takes long is told once it does, and again when it is over', () => {
  const told: Waits[] = []
  const stop = onWaiting((waits) => told.push(waits))
  const endLook = noteWaiting(5000, false)
  const endAct = noteWaiting(5000, true)
  vi.advanceTimersByTime(4999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told.at(-1)).toEqual({ any: true, tapped: true })
  endAct()
  expect(told.at(-1)).toEqual({ any: true, tapped: false })
  endLook()
  expect(told.at(-1)).toEqual({ any: false, tapped: false })
  stop()
})

test('of a quick one nothing is told', () => {
  const listener = vi.fn<(waits: Waits) => void>()
  const stop = onWaiting(listener)
  noteWaiting(5000, true)()
  vi.runAllTimers()
  expect(listener).not.toHaveBeenCalled()
  stop()
})
