import { afterEach, expect, test } from 'vitest'
import { lineAtom } from '#lib/line.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { mayWarm } from './warming.ts'

afterEach(() => {
  store.set(lineAtom, {})
  store.set(connectionAtom, 'online')
})

test.each([
  [{}, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '3g' }, false],
])('what may come next is fetched ahead on a good line alone: %j', (line, warms) => {
  store.set(lineAtom, line)
  expect(mayWarm()).toBe(warms)
})

test.each(['offline', 'slow', 'back'] as const)(
  'nothing is fetched ahead while calls are %s',
  (connection) => {
    store.set(connectionAtom, connection)
    expect(mayWarm()).toBe(false)
  },
)
