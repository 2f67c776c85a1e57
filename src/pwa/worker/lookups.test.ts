import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('workbox-expiration', () => ({ ExpirationPlugin: Object }))

const slip = 'https://champa.example/api/lookup/slip'
const days = 24 * 60 * 60_000

type Answer = () => Promise<Response>
let network: Answer
let kept: Map<string, Response>
/** Gives what the worker answers to the page's call. */
let ask: (lang?: string) => Promise<unknown>

const json = (body: object, { age = 0, status = 200 } = {}) =>
  Response.json(body, { status, headers: { Date: new Date(Date.now() - age).toUTCString() } })
const keep = (body: object, age: number, lang = 'th') => kept.set(`${slip}?${lang}`, json(body, { age }))
const never = () => new Promise<never>(() => {})
const fails = () => Promise.reject(new TypeError('no network'))

beforeEach(async () => {
  kept = new Map()
  network = fails
  const cache = {
    put: async ({ url }: Request, response: Response) => void kept.set(url, response),
    match: async (request: Request | string, { ignoreSearch = false } = {}) => {
      const url = typeof request === 'string' ? request : request.url
      const key = ignoreSearch ? [...kept.keys()].find((one) => one.startsWith(url)) : url
      return kept.get(key ?? '')?.clone()
    },
  }
  let handle: (event: object) => void
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('location', new URL(slip))
  vi.stubGlobal('FetchEvent', Event)
  const storage = { open: async () => cache, match: cache.match }
  vi.stubGlobal('caches', storage)
  vi.stubGlobal('fetch', () => network())
  vi.stubGlobal('self', {
    caches: storage,
    addEventListener: (type: string, handler: typeof handle) => {
      if (type === 'fetch') handle = handler
    },
  })
  vi.resetModules()
  const { keepLookups } = await import('./lookups.ts')
  keepLookups()
  ask = async (lang = 'th') => {
    const request = new Request(slip, { headers: { 'Accept-Language': lang } })
    const work: Promise<unknown>[] = []
    const response = await new Promise<Response>((respondWith) =>
      handle({ request, respondWith, waitUntil: (one: Promise<unknown>) => work.push(one) }),
    )
    await Promise.all(work)
    return response.json()
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test.each([
  ['of a minute ago', 60_000],
  ['of weeks ago', 20 * days],
])('what the server says is given, also where a copy %s says otherwise', async (_, age) => {
  keep({ enabled: false }, age)
  network = async () => json({ enabled: true })
  expect(await ask()).toEqual({ enabled: true })
  network = fails
  expect(await ask(), 'it is the new copy').toEqual({ enabled: true })
})

test.each<[what: string, answer: Answer]>([
  ['no network', fails],
  ['a hotel’s page', async () => new Response('<p>Pay here', { headers: { 'Content-Type': 'text/html' } })],
  ['a server that is down', async () => json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 503 })],
  ['too many calls', async () => json({ message: 'REQUEST_LIMIT' }, { status: 429 })],
])('with %s an old copy is given at once, in the page’s language if there is one', async (_, answer) => {
  network = answer
  keep({ words: 'English' }, 20 * days, 'en')
  expect(await ask()).toEqual({ words: 'English' })
  keep({ words: 'Thai' }, 20 * days)
  expect(await ask()).toEqual({ words: 'Thai' })
})

test.each([days, -days])('a slow answer is replaced by a recent copy, not by one %i ms old', async (age) => {
  vi.useFakeTimers()
  keep({ enabled: true }, 30 * 60_000)
  network = never
  const recent = ask()
  await vi.advanceTimersByTimeAsync(3100)
  expect(await recent).toEqual({ enabled: true })

  // Also one of tomorrow, by a clock that was set back.
  keep({ enabled: false }, age)
  let answer: (response: Response) => void = () => undefined
  network = () => new Promise((resolve) => (answer = resolve))
  const old = ask()
  await vi.advanceTimersByTimeAsync(10_000)
  answer(json({ enabled: true }))
  await vi.runAllTimersAsync()
  expect(await old).toEqual({ enabled: true })
})

test.each([
  ['the site’s closing', { message: 'GONE' }, 503],
  ['the site’s closing, told as a success', { message: 'GONE' }, 200],
  ['a refusal', { message: 'NO_DATA' }, 404],
])('%s is not hidden by a copy, and not kept', async (_, body, status) => {
  keep({ enabled: true }, 60_000)
  network = async () => json(body, { status })
  expect(await ask()).toEqual(body)
  network = fails
  expect(await ask()).toEqual({ enabled: true })
})
