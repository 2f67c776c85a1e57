import { afterEach, expect, test, vi } from 'vitest'
import { connectionQualityAtom } from '#lib/connection-quality.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { mayPrefetch, prefetchWhenIdle } from './may-prefetch.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  store.set(connectionQualityAtom, {})
  store.set(connectionAtom, 'online')
})

test.each([
  [{}, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '3g' }, false],
])('prefetching is allowed only with a good connection: %j', (line, warms) => {
  store.set(connectionQualityAtom, line)
  expect(mayPrefetch()).toBe(warms)
})

test.each(['offline', 'slow', 'back'] as const)(
  'nothing is fetched ahead while calls are %s',
  (connection) => {
    store.set(connectionAtom, connection)
    expect(mayPrefetch()).toBe(false)
  },
)

test.each([
  ['with idle callbacks', (run: () => void) => setTimeout(run, 50)],
  ['without, as in Safari', undefined],
])('a file that may be wanted next is fetched a while later, %s', (_, requestIdleCallback) => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  const load = vi.fn<() => void>()
  prefetchWhenIdle(load)
  expect(load).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(load).toHaveBeenCalledOnce()

  prefetchWhenIdle(load)
  store.set(connectionAtom, 'offline')
  vi.runAllTimers()
  expect(load).toHaveBeenCalledOnce()
})
