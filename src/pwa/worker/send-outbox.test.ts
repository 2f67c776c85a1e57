import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outboxNews, outboxSyncTag } from '#lib/outbox/outbox-names.ts'
import { sendOutboxWhenOnline } from './send-outbox.ts'

type Handler = (event: object) => void

const request = (name: string) => ({
  url: `https://champa.example/api/${name}`,
  headers: { 'X-Requester-Type': 'WALLET_USER' },
  body: '{}',
})
const chat = (id: string, order: number) => ({ id, kind: 'chat', order, request: request(`chat/${id}`) })

const slip = (id: string, order: number) => ({ ...chat(id, order), kind: 'slip' })
const took = async () => Response.json({ message: 'SUCCESS' })

let windows: { visibilityState: string }[]
/** Whether a tab holds the locks. */
let isHeld: boolean
let stored: Map<string, { id: string; kind: string; order: number }>
let handlers: Map<string, Handler>
const sent = vi.fn<typeof fetch>()
const paths = () => sent.mock.calls.map(([url]) => new URL(url as string).pathname)

/** The page's database, as far as the worker uses it. */
function databaseInMemory() {
  const asked = (result: unknown) => ({ result })
  const entries = {
    getAll: () => asked([...stored.values()]),
    get: (id: string) => asked(stored.get(id)),
    delete: (id: string) => asked(stored.delete(id)),
  }
  const transaction = () => {
    const made = Object.assign(new EventTarget(), { objectStore: () => entries })
    queueMicrotask(() => made.dispatchEvent(new Event('complete')))
    return made
  }
  const database = Object.assign(new EventTarget(), {
    objectStoreNames: { contains: () => true },
    transaction,
    close: () => undefined,
  })
  return {
    open: () => {
      const opening = Object.assign(new EventTarget(), { result: database })
      queueMicrotask(() => opening.dispatchEvent(new Event('success')))
      return opening
    },
  }
}

beforeEach(() => {
  stored = new Map([chat('first', 1), chat('second', 2)].map((entry) => [entry.id, entry]))
  stored.set('slip', slip('slip', 3))
  windows = []
  isHeld = false
  handlers = new Map()
  sent.mockReset()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('indexedDB', databaseInMemory())
  vi.stubGlobal('self', {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    clients: { matchAll: async () => windows },
    navigator: {
      locks: {
        request: (_name: string, _options: object, work: (lock: object | null) => unknown) =>
          work(isHeld ? null : {}),
      },
    },
  })
  sendOutboxWhenOnline()
})
afterEach(() => vi.unstubAllGlobals())

/** Settles as the work that the browser waits for: after a rejection it wakes the worker again. */
async function wake(): Promise<void> {
  const waiting: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => waiting.push(work)
  handlers.get('sync')?.({ tag: outboxSyncTag, waitUntil })
  await Promise.all(waiting)
}

const refuse = (status: number, message: string) => async () => Response.json({ message }, { status })

test.each([
  [429, 'REQUEST_LIMIT'],
  [429, 'REQUEST_LIMIT_1MIN'],
  [500, 'INTERNAL_SERVER_ERROR'],
])('after %i %s the kind’s entries wait for the next time, and others are sent', async (status, message) => {
  sent.mockImplementation(async (url) =>
    String(url).endsWith('slip') ? Response.json({ message: 'SUCCESS' }) : refuse(status, message)(),
  )
  await expect(wake()).rejects.toThrow('Not sent')
  expect(paths()).toEqual(['/api/chat/first', '/api/chat/slip'])
  expect([...stored.keys()]).toEqual(['first', 'second'])

  sent.mockImplementation(took)
  await wake()
  expect([...stored.keys()]).toEqual([])
  for (const [, init] of sent.mock.calls)
    expect(init?.headers).toMatchObject({ 'X-Requester-Type': 'WALLET_USER' })
})

test('what the server does not take is left for the page, and the browser need not wake the worker again', async () => {
  sent.mockImplementation(refuse(400, 'SLIP_UPLOAD_FAIL'))
  await wake()
  expect(paths()).toHaveLength(3)
  expect([...stored.keys()]).toEqual(['first', 'second', 'slip'])
})

test('a hotel’s page is no answer: nothing counts as sent', async () => {
  sent.mockImplementation(
    async () => new Response('<p>Pay here', { headers: { 'Content-Type': 'text/html' } }),
  )
  await expect(wake()).rejects.toThrow('Not sent')
  expect([...stored.keys()]).toEqual(['first', 'second', 'slip'])
})

test('what a closed site answers is not taken for sent, whatever its status', async () => {
  sent.mockImplementation(async () => Response.json({ message: 'GONE' }))
  await wake()
  expect([...stored.keys()]).toEqual(['first', 'second', 'slip'])
})

test('what waits is sent in its order', async () => {
  sent.mockImplementation(took)
  stored = new Map(['third', 'second', 'first'].map((id, at) => [id, chat(id, 3 - at)]))
  await wake()
  expect(paths()).toEqual(['/api/chat/first', '/api/chat/second', '/api/chat/third'])
})

test('a sign-out breaks off what is being sent, and what waits afterwards is sent', async () => {
  stored = new Map([['slip', slip('slip', 1)]])
  sent.mockImplementationOnce(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  const sending = wake()
  await vi.waitUntil(() => paths().length === 1)
  handlers.get('message')?.({ data: { type: 'SIGNED_OUT' } })
  await expect(sending).rejects.toThrow('aborted')
  sent.mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted()
    return took()
  })
  await wake()
  expect([...stored.keys()]).toEqual([])
})

test('a message that only the page can send holds back those after it, until it has failed', async () => {
  sent.mockImplementation(took)
  const ofPage = { ...chat('first', 1), request: undefined }
  stored.set('first', ofPage)
  await wake()
  expect(paths()).toEqual(['/api/chat/slip'])
  stored.set('first', { ...ofPage, content: { failed: true } } as typeof ofPage)
  await wake()
  expect(paths()).toEqual(['/api/chat/slip', '/api/chat/second'])
})

test.each([
  ['a page is seen', () => (windows = [{ visibilityState: 'visible' }])],
  ['a tab is sending it', () => (isHeld = true)],
])('while %s the worker sends nothing, and the browser wakes it again for what is left', async (_, begin) => {
  sent.mockImplementation(took)
  begin()
  await expect(wake()).rejects.toThrow('Not sent')
  expect(paths()).toEqual([])
  stored.clear()
  await wake()
  stored.set('failed', slip('failed', 4))
  delete (stored.get('failed') as { request?: object }).request
  await wake()
  expect(paths()).toEqual([])
})

test('a slip that a gateway answers for holds back no other slip; one that is too large for it is left for the page', async () => {
  stored = new Map(['large', 'busy', 'good'].map((id, order) => [id, slip(id, order)]))
  const status: Record<string, number> = { '/api/chat/large': 413, '/api/chat/busy': 502 }
  sent.mockImplementation(async (url) => {
    const failure = status[new URL(url as string).pathname]
    return failure ? new Response('<html>', { status: failure }) : took()
  })
  await expect(wake()).rejects.toThrow('Not sent')
  expect([...stored.keys()]).toEqual(['large', 'busy'])
  stored.delete('busy')
  await wake()
  expect([...stored.keys()]).toEqual(['large'])
})

test('the tabs are told what the worker has sent', async () => {
  const news = new BroadcastChannel(outboxNews)
  const told: unknown[] = []
  news.addEventListener('message', ({ data }) => told.push(data))
  stored = new Map([['slip', slip('slip', 1)]])
  sent.mockImplementation(async () => Response.json({ reference: 'S1' }))
  await wake()
  await expect.poll(() => told).toEqual([{ id: 'slip', answer: { reference: 'S1' } }])
  news.close()
})
