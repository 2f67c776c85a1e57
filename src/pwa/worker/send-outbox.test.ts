import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outboxSyncTag } from '../../lib/outbox-names.ts'
import { sendOutboxWhenOnline } from './send-outbox.ts'

type Handler = (event: object) => void

const request = (name: string) => ({
  url: `https://champa.example/api/${name}`,
  headers: { 'X-Requester-Type': 'WALLET_USER' },
  body: '{}',
})
const chat = (id: string, order: number) => ({ id, kind: 'chat', order, request: request(`chat/${id}`) })

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
  stored.set('slip', { ...chat('slip', 3), kind: 'slip' })
  handlers = new Map()
  sent.mockReset()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('indexedDB', databaseInMemory())
  vi.stubGlobal('self', {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    clients: { matchAll: async () => [] },
    navigator: {
      locks: { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) },
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

  sent.mockImplementation(async () => Response.json({ message: 'SUCCESS' }))
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
