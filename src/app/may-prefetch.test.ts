import { afterEach, expect, test } from 'vitest'
import { connectionQualityAtom } from '#lib/network/connection-quality.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { mayPrefetch } from './may-prefetch.ts'

afterEach(() => {
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

test.each(['offline', 'down', 'slow', 'back'] as const)(
  'nothing is fetched ahead while calls are %s',
  (connection) => {
    store.set(connectionAtom, connection)
    expect(mayPrefetch()).toBe(false)
  },
)
