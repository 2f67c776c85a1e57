import { afterEach, expect, test, vi } from 'vitest'
import { mayWarm } from './warming.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [undefined, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '3g' }, false],
])('what may come next is fetched ahead on a good line alone: %j', (connection, warms) => {
  vi.stubGlobal('navigator', { onLine: true, connection })
  expect(mayWarm()).toBe(warms)
})
