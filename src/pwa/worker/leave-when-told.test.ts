import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A worker whose fetches end by their signal alone. */
const newWorker = () =>
  Object.assign(new EventTarget(), {
    fetch: (_url: string | Request, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  })
type Worker = ReturnType<typeof newWorker>

let worker: Worker
async function begin(one: Worker): Promise<void> {
  worker = one
  vi.stubGlobal('self', worker)
  vi.resetModules()
  const { leaveWhenTold } = await import('./leave-when-told.ts')
  leaveWhenTold()
}
const tellToLeave = () =>
  worker.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'LEAVE' } }))
/** Whether a fetch has ended, after what is under way now. */
async function isOver(fetching: Promise<Response>): Promise<boolean> {
  const ended = fetching.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, vi.advanceTimersByTimeAsync(0).then(() => false)])
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a browser without AbortSignal.any fetches as ever', async () => {
  const answer = new Response()
  vi.stubGlobal('AbortSignal', { timeout: (ms: number) => AbortSignal.timeout(ms) })
  await begin(Object.assign(new EventTarget(), { fetch: () => Promise.resolve(answer) }))
  expect(await worker.fetch('/a')).toBe(answer)
})

test('no answer is awaited for longer than five seconds once another worker is to come', async () => {
  await begin(newWorker())
  const begun = worker.fetch('/a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await isOver(begun)).toBe(false)
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  tellToLeave()
  await vi.advanceTimersByTimeAsync(4999)
  expect(await isOver(begun)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(begun)).toBe(true)
  const next = worker.fetch('/b')
  expect(await isOver(next)).toBe(false)
  expect(timeout).toHaveBeenCalledWith(5000)
  limit.abort()
  expect(await isOver(next)).toBe(true)
})

test.each([
  ['its own signal', (signal: AbortSignal) => worker.fetch('/a', { signal })],
  [
    'its request’s signal',
    (signal: AbortSignal) => worker.fetch(new Request('https://a.example', { signal })),
  ],
])('a fetch still ends by %s', async (_, fetchWith) => {
  await begin(newWorker())
  const own = new AbortController()
  const begun = fetchWith(own.signal)
  expect(await isOver(begun)).toBe(false)
  own.abort()
  expect(await isOver(begun)).toBe(true)
})
