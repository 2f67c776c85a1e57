import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { i18n } from '@lingui/core'
import { keepToken } from '#api/token.ts'
import { connectErrorPorts } from '#errors/handle-error.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { followMoney, moneyEventsConnectedAtom, watchMoney } from './money-watch.ts'
import { endSession, isSignedIn, signIn } from '#data/session/session.ts'
import { toastsAtom } from '#ui/message/toast.ts'

/** The opened streams: the test writes to them and ends them, as the server would. */
let streams: { headers: Headers; signal: AbortSignal; say: (text: string) => void; end: () => void }[]
let client: QueryClient
/** What the server answers in place of a stream. */
let refuse: (() => Response) | undefined

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const isAskedAgain = () => client.getQueryState(['wallet'])?.isInvalidated
const settleWallet = () => client.setQueryData(['wallet'], {})
const event = (id: number, name = 'wallet') => `id: ${id}\nevent: ${name}\ndata: {}\n\n`
const untilAsked = async (count: number) => {
  await vi.waitFor(async () => {
    await pass(500)
    expect(streams).toHaveLength(count)
  })
  const stream = streams.at(-1)
  if (!stream) throw new Error('Nothing was asked for')
  return stream
}
const untilConnected = (isConnected: boolean) =>
  vi.waitFor(async () => {
    await pass(0)
    await expect.poll(() => store.get(moneyEventsConnectedAtom)).toBe(isConnected)
  })

// Loaded beforehand, so that no test waits for the file.
beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  await import('./money-events.ts')
})
beforeEach(() => {
  vi.useFakeTimers()
  signIn('token-1', false)
  streams = []
  refuse = undefined
  client = new QueryClient()
  settleWallet()
  vi.stubGlobal('fetch', async (address: string, { headers, signal }: RequestInit) => {
    if (!signal || !address.endsWith('/api/events')) throw new Error(address)
    if (refuse) return refuse()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder()
        signal.addEventListener('abort', () => controller.error(signal.reason))
        streams.push({
          headers: new Headers(headers),
          signal,
          say: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
        })
      },
    })
    return new Response(body)
  })
  followMoney(client)
})
afterEach(() => {
  endSession()
  client.clear()
  noteExtensions('')
  store.set(toastsAtom, [])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('without events the wallet is polled, but only while a screen waits for money', async () => {
  await pass(60_000)
  expect(isAskedAgain()).toBe(false)
  const end = watchMoney()
  await pass(5000)
  await expect.poll(isAskedAgain).toBe(true)
  end()
  settleWallet()
  await pass(60_000)
  expect(isAskedAgain()).toBe(false)
  expect(streams).toEqual([])
})

test('an event of the server refetches the money at once', async () => {
  noteExtensions('keys, events')
  const stream = await untilAsked(1)
  expect(stream.headers.get('Authorization')).toBe('Bearer token-1')
  expect(stream.headers.has('Last-Event-ID')).toBe(false)
  // Money may have arrived before the stream was open.
  stream.say(event(4, 'ready'))
  await vi.waitFor(() => expect(isAskedAgain()).toBe(true))
  settleWallet()
  stream.say(event(5))
  await vi.waitFor(() => expect(isAskedAgain()).toBe(true))
})

test('while the stream is connected, a waiting screen polls less often', async () => {
  noteExtensions('events')
  const stream = await untilAsked(1)
  stream.say(event(1, 'ready'))
  await untilConnected(true)
  settleWallet()
  const end = watchMoney()
  await pass(15_000)
  expect(isAskedAgain()).toBe(false)
  await pass(5000)
  await expect.poll(isAskedAgain).toBe(true)
  end()
})

test('a stream that ends is resumed from its last event', async () => {
  noteExtensions('events')
  const first = await untilAsked(1)
  first.say(event(7))
  await untilConnected(true)
  first.end()
  await untilConnected(false)
  const second = await untilAsked(2)
  expect(second.headers.get('Last-Event-ID')).toBe('7')
  settleWallet()
  second.say(event(7, 'ready'))
  await untilConnected(true)
  expect(isAskedAgain()).toBe(false)
})

test('a silent stream is replaced by another', async () => {
  noteExtensions('events')
  const first = await untilAsked(1)
  first.say(event(7))
  await untilConnected(true)
  await pass(30_000)
  first.say(':\n\n')
  await vi.waitFor(() => pass(0))
  await pass(30_000)
  expect(first.signal.aborted).toBe(false)
  await pass(20_000)
  expect(first.signal.aborted).toBe(true)
  await untilAsked(2)
})

test('the stream ends with the session', async () => {
  noteExtensions('events')
  const stream = await untilAsked(1)
  stream.say(event(1, 'ready'))
  await untilConnected(true)
  endSession()
  expect(stream.signal.aborted).toBe(true)
  await untilConnected(false)
  await pass(120_000)
  expect(streams).toHaveLength(1)
})

const refusal = (message: string, status = 401) => new Response(JSON.stringify({ message }), { status })
const signedOut = vi.fn<typeof endSession>(endSession)
const endedBy = async (answer: () => Response) => {
  signedOut.mockClear()
  connectErrorPorts({
    terminated: vi.fn<() => void>(),
    signedOut: () => signedOut() && { isUnsentRemoved: false },
  })
  noteExtensions('events')
  const stream = await untilAsked(1)
  let isAsked = false
  refuse = () => {
    isAsked = true
    return answer()
  }
  stream.end()
  await vi.waitFor(async () => {
    await pass(500)
    expect(isAsked).toBe(true)
  })
  await vi.waitFor(() => pass(0))
}

test.each([
  ['UNAUTHORIZED', 'Please log in again to continue.'],
  ['EXPIRED_AUTH_TOKEN', 'You were logged out after a while for safety. Please log in again.'],
])(
  'a session that another phone has ended ends here as soon as the stream is refused: %s',
  async (code, words) => {
    await endedBy(() => refusal(code))
    await vi.waitFor(() => expect(isSignedIn()).toBe(false))
    expect(store.get(toastsAtom)).toMatchObject([{ id: 'signed-out', title: words }])
  },
)

test.each([
  [
    'of another session than the one that is stored now',
    () => (keepToken('token-2', 'session'), refusal('UNAUTHORIZED')),
  ],
  ['of a gateway, without a code', () => new Response('<html>', { status: 401 })],
  ['for a while', () => refusal('REQUEST_LIMIT', 429)],
])('a refusal %s ends no session', async (_, answer) => {
  await endedBy(answer)
  await vi.waitFor(() => pass(500))
  expect(signedOut).not.toHaveBeenCalled()
  expect(store.get(toastsAtom)).toEqual([])
})
