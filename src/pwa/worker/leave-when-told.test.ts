import { afterEach, expect, test, vi } from 'vitest'
import { leaveWhenTold } from './leave-when-told.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser without AbortSignal.any fetches as ever', async () => {
  const answer = new Response()
  const worker = Object.assign(new EventTarget(), { fetch: () => Promise.resolve(answer) })
  vi.stubGlobal('self', worker)
  vi.stubGlobal('AbortSignal', { timeout: (ms: number) => AbortSignal.timeout(ms) })
  leaveWhenTold()
  expect(await worker.fetch()).toBe(answer)
})
