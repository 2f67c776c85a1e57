import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSubscription, keptSubscription } from '#lib/network/push-subscription.ts'
import { showPushes } from './push.ts'

type Handler = (event: object) => void

const origin = 'https://champa.example'
const message = {
  id: 'subscription-1',
  tag: 'tag-1',
  lang: 'th',
  topic: 'deposit',
  title: 'เงินเข้าแล้ว',
  body: 'ยอดฝากเข้ากระเป๋าเงินของคุณแล้ว',
}
const kept = {
  id: message.id,
  auth: 'former-secret',
  publicKey: 'key',
  url: `${origin}/api/push/subscription/moved`,
}

let handlers: Map<string, Handler>
let windows: { url: string; visibilityState: string; id?: string }[]
const shown = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>()
const opened = vi.fn<(address: string) => Promise<void>>()
const posted = vi.fn<(sent: unknown, transfer: unknown[]) => void>()
const focused = vi.fn<() => Promise<void>>()
const subscribed = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<object>>()
const unsubscribed = vi.fn<() => Promise<boolean>>()
const closed = vi.fn<() => void>()
const sent = vi.fn<typeof fetch>()

/** A cache storage as far as it is used. */
function cachesInMemory() {
  const stored = new Map<string, Response>()
  return {
    open: async () => ({ put: async (address: string, one: Response) => stored.set(address, one) }),
    match: async (address: string) => stored.get(address)?.clone(),
    delete: async () => stored.clear(),
  }
}

beforeEach(async () => {
  handlers = new Map()
  windows = []
  for (const mock of [shown, opened, posted, focused, subscribed, unsubscribed, closed, sent])
    mock.mockReset()
  vi.stubGlobal('caches', cachesInMemory())
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('self', {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    registration: {
      showNotification: shown,
      getNotifications: async () => shown.mock.calls.map(() => ({ close: closed })),
      pushManager: {
        subscribe: subscribed,
        getSubscription: async () => ({ unsubscribe: unsubscribed }),
      },
    },
    clients: {
      openWindow: opened,
      matchAll: async () => windows.map((one) => ({ ...one, postMessage: posted, focus: focused })),
    },
  })
  showPushes()
  await keepSubscription(kept)
})
afterEach(() => vi.unstubAllGlobals())

/** The browser's event, and what it waits for. */
async function happens(type: string, event: object): Promise<void> {
  const waiting: Promise<unknown>[] = []
  handlers.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => waiting.push(one) })
  await Promise.all(waiting)
}

const arrives = (text: string | undefined) =>
  happens('push', { data: text === undefined ? null : { json: () => JSON.parse(text) as unknown } })

/** Shows a message of this topic, and taps it. */
async function tapped(topic: string): Promise<() => void> {
  await arrives(JSON.stringify({ ...message, topic }))
  const close = vi.fn<() => void>()
  await happens('notificationclick', {
    notification: { ...shown.mock.lastCall?.[1], close, title: shown.mock.lastCall?.[0] },
  })
  return close
}

test('a message is shown in its language, and later news of the same thing in its place', async () => {
  await arrives(JSON.stringify(message))
  expect(shown).toHaveBeenCalledExactlyOnceWith(
    message.title,
    expect.objectContaining({ body: message.body, lang: 'th', tag: 'tag-1', silent: false }),
  )
})

test.each([
  ['/user/home', 'visible', true],
  ['/user/home', 'hidden', false],
  ['/login', 'visible', false],
])('with a window at %s that is %s it is silent: %s', async (path, visibilityState, isSilent) => {
  windows = [{ url: origin + path, visibilityState }]
  await arrives(JSON.stringify(message))
  expect(shown.mock.lastCall?.[1].silent).toBe(isSilent)
})

test.each([
  ['nothing', undefined],
  ['no JSON', 'Hello'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no text', '{}'],
  ['a title that is no text', JSON.stringify({ ...message, title: { toString: 'x' } })],
  ['no id', JSON.stringify({ ...message, id: undefined })],
])('a message with %s is not shown', async (_, text) => {
  await arrives(text)
  expect(shown).not.toHaveBeenCalled()
})

test('a message for a subscription that is no longer this browser’s is not shown', async () => {
  await keepSubscription({ ...kept, id: 'subscription-2' })
  await arrives(JSON.stringify(message))
  expect(shown).not.toHaveBeenCalled()
  await keepSubscription(kept)
  await arrives(JSON.stringify(message))
  expect(shown).toHaveBeenCalledOnce()
})

test.each([
  ['deposit', '/user/statement?kind=deposit'],
  ['deposit-over-limit', '/user/limits'],
  ['withdrawal-settled', '/user/statement?kind=withdraw'],
  ['withdrawal-refused', '/user/home?open=withdraw'],
  ['chat', '/user/home?open=chat'],
  ['device', '/user/profile?open=activity'],
  ['bank-account', '/user/profile?open=activity'],
  ['a topic of a later version', '/user/home'],
  ['https://evil.example/', '/user/home'],
  ['__proto__', '/user/home'],
])('a tap on %s leads to %s', async (topic, address) => {
  const close = await tapped(topic)
  expect(close).toHaveBeenCalledOnce()
  expect(opened).toHaveBeenCalledExactlyOnceWith(address)
})

test('where the member has the app open, that window turns to the page and is not loaded anew', async () => {
  windows = [
    { url: `${origin}/login`, visibilityState: 'visible' },
    { url: `${origin}/user/home?open=deposit`, visibilityState: 'hidden' },
  ]
  await tapped('chat')
  expect(posted).toHaveBeenCalledExactlyOnceWith(
    { type: 'OPEN', address: '/user/home?open=chat', title: message.title, body: message.body },
    [],
  )
  expect(focused).toHaveBeenCalledOnce()
  expect(opened).not.toHaveBeenCalled()
})

test('a window that has only begun to listen is told of the tap before; another one, and one that nobody tapped for, of nothing', async () => {
  windows = [{ url: `${origin}/user/home`, visibilityState: 'visible', id: 'page' }]
  const listens = (id: string) =>
    happens('message', { data: { type: 'FOLLOWS_TAPS' }, source: { id, postMessage: posted } })
  await listens('page')
  await tapped('chat')
  await listens('another page')
  expect(posted).toHaveBeenCalledOnce()
  await listens('page')
  expect(posted.mock.calls[1]).toEqual(posted.mock.calls[0])
})

const next = (auth: string) => ({
  toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/next', keys: { p256dh: 'point', auth } }),
})

test('the backend is told of a subscription that the browser has replaced, with the secret of the former one', async () => {
  sent.mockResolvedValue(Response.json({ message: 'SUCCESS' }))
  await happens('pushsubscriptionchange', { newSubscription: next('next-secret') })
  expect(subscribed).not.toHaveBeenCalled()
  const [url, { method, headers, body } = {}] = sent.mock.lastCall ?? []
  expect([url, method]).toEqual([kept.url, 'PUT'])
  expect(headers).toMatchObject({ 'X-Requester-Type': 'WALLET_USER' })
  expect(JSON.parse(String(body))).toEqual({
    id: message.id,
    auth: 'former-secret',
    endpoint: 'https://fcm.googleapis.com/next',
    keys: { p256dh: 'point', auth: 'next-secret' },
  })
  expect(await keptSubscription()).toEqual({ ...kept, auth: 'next-secret' })
})

test('one that the browser has only ended is made anew; the former secret stays until the backend has taken it', async () => {
  subscribed.mockResolvedValue(next('next-secret'))
  sent.mockResolvedValue(Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 }))
  await happens('pushsubscriptionchange', { newSubscription: null })
  expect(subscribed).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  expect(sent).toHaveBeenCalledOnce()
  expect(await keptSubscription()).toEqual(kept)
})

test('after a sign-out nothing is made anew', async () => {
  await happens('message', { data: { type: 'SIGNED_OUT' } })
  expect(unsubscribed).toHaveBeenCalledOnce()
  expect(await keptSubscription()).toBeUndefined()
  await happens('pushsubscriptionchange', {})
  expect([subscribed, sent].map((mock) => mock.mock.calls)).toEqual([[], []])
})

test('a message that was under way at the sign-out is not shown', async () => {
  await happens('message', { data: { type: 'SIGNED_OUT' } })
  await arrives(JSON.stringify(message))
  expect(shown).not.toHaveBeenCalled()
})

test('what was told on the locked screen goes with the sign-out', async () => {
  await arrives(JSON.stringify(message))
  await arrives(JSON.stringify({ ...message, tag: 'tag-2', topic: 'chat' }))
  expect(closed).not.toHaveBeenCalled()
  await happens('message', { data: { type: 'SIGNED_OUT' } })
  expect(closed).toHaveBeenCalledTimes(2)
})

test('other messages of pages end nothing', async () => {
  for (const data of [null, undefined, 'SIGNED_OUT', { type: 'KEEP' }]) await happens('message', { data })
  expect(unsubscribed).not.toHaveBeenCalled()
  expect(await keptSubscription()).toEqual(kept)
})
