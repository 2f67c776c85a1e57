import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import type { ChatMessage } from '#api/contract/chat.ts'
import type { Outbox, OutboxEntry } from '#data/outbox/outbox.ts'
import { store } from '#lib/store.ts'
import { messageAt } from '../conversation/test-messages.ts'
import { createSending, type SendingPorts } from './sending.ts'

/** A browser's stored outbox, for one tab or several. */
function storedOutbox() {
  const entries = new Map<string, OutboxEntry>()
  const open = (): Outbox => ({
    isStored: true,
    inOrder: true,
    all: () => Promise.resolve([...entries.values()].toSorted((one, other) => one.order - other.order)),
    put: (entry) => Promise.resolve(void entries.set(entry.id, entry)),
    get: (id) => Promise.resolve(entries.get(id)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
    wakeWorkerLater: () => undefined,
    close: () => undefined,
  })
  return { entries, open }
}

const offline = () => Promise.reject(new ApiError('offline', { code: 'OFFLINE' }))
const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } })

let ids = 0
function backend(about: Partial<SendingPorts> = {}) {
  /** The server's messages by their `clientId`. */
  const stored = new Map<string, ChatMessage>()
  const take = (clientId: string, message: unknown) => {
    const there = stored.get(clientId)
    if (there) return there
    const made = messageAt(stored.size + 1, { clientId, sender: 'customer', message: message as never })
    stored.set(clientId, made)
    return made
  }
  const ports: SendingPorts = {
    send: (clientId, message) => Promise.resolve(take(clientId, message)),
    upload: () => Promise.resolve({ url: '/api/files/a.png', filePath: 'a.png', fileType: 'image' }),
    sent: () => undefined,
    now: () => 1_700_000_000_000 + ids,
    isRepeatSafe: () => true,
    prepare: () => undefined,
    newId: () => `id-${(ids += 1)}`,
    ...about,
  }
  const words = () =>
    [...stored.values()].map(({ message }) => message.payload?.['text'] ?? message.payload?.['url'])
  return { ports, take, words }
}

beforeEach(() => {
  vi.useFakeTimers()
  // Newer versions of Node have locks, which do not follow fake timers.
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const settle = () => vi.advanceTimersByTimeAsync(0)
const statuses = (sending: ReturnType<typeof createSending>) =>
  store.get(sending.waitingAtom).map(({ status }) => status)

test('sends in the order written, and removes delivered messages', async () => {
  const { ports, words } = backend()
  const { entries, open } = storedOutbox()
  const sending = createSending(open(), ports)
  for (const one of ['a', 'b', 'c']) void sending.write(text(one))
  await settle()
  expect(words()).toEqual(['a', 'b', 'c'])
  expect([store.get(sending.waitingAtom), entries.size]).toEqual([[], 0])
})

test('an offline message is stored, and sent once when the network is back', async () => {
  let online = false
  const { ports, take, words } = backend({
    send: (clientId, message) => (online ? Promise.resolve(take(clientId, message)) : offline()),
  })
  const { entries, open } = storedOutbox()
  const sending = createSending(open(), ports)
  void sending.write(text('a'))
  void sending.write(text('b'))
  await settle()
  expect(statuses(sending)).toEqual(['waiting', 'waiting'])
  expect(entries.size).toBe(2)
  online = true
  sending.poke()
  sending.poke()
  await settle()
  expect(words()).toEqual(['a', 'b'])
  expect(store.get(sending.waitingAtom)).toEqual([])
})

test('after a lost response it is resent with the same id, so that it counts once', async () => {
  const tried: string[] = []
  const { ports, take, words } = backend({
    send: (clientId, message) => {
      tried.push(clientId)
      const made = take(clientId, message)
      return tried.length === 1 ? offline() : Promise.resolve(made)
    },
  })
  const sending = createSending(storedOutbox().open(), ports)
  void sending.write(text('a'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(tried).toHaveLength(2)
  expect(new Set(tried).size).toBe(1)
  expect(words()).toEqual(['a'])
})

test('a message received over the connection is no longer waiting', async () => {
  const { ports, take } = backend({ send: (clientId, message) => (take(clientId, message), offline()) })
  const { entries, open } = storedOutbox()
  const sending = createSending(open(), ports)
  void sending.write(text('a'))
  await settle()
  const [waiting] = store.get(sending.waitingAtom)
  sending.arrived([messageAt(1, { clientId: waiting?.id ?? '' })])
  await settle()
  expect([store.get(sending.waitingAtom), entries.size]).toEqual([[], 0])
})

test('a refused message fails without blocking others, and can be resent or removed', async () => {
  let refuse = true
  const { ports, take, words } = backend({
    send: (clientId, message) => {
      const isBad = 'text' in message.payload && message.payload.text === 'bad'
      if (refuse && isBad)
        return Promise.reject(new ApiError('refused', { code: 'KEY_INVALID', status: 400 }))
      return Promise.resolve(take(clientId, message))
    },
  })
  const sending = createSending(storedOutbox().open(), ports)
  void sending.write(text('bad'))
  void sending.write(text('good'))
  await settle()
  expect(words()).toEqual(['good'])
  expect(statuses(sending)).toEqual(['failed'])
  refuse = false
  sending.resend(store.get(sending.waitingAtom)[0]?.id ?? '')
  await settle()
  expect(words()).toEqual(['good', 'bad'])

  refuse = true
  void sending.write(text('bad'))
  await settle()
  sending.remove(store.get(sending.waitingAtom)[0]?.id ?? '')
  await settle()
  expect(store.get(sending.waitingAtom)).toEqual([])
  expect(words()).toHaveLength(2)
})

test('rate limits and server errors are waited out', async () => {
  const answers = [
    new ApiError('refused', { code: 'REQUEST_LIMIT', status: 429 }),
    new ApiError('refused', { code: 'INTERNAL_SERVER_ERROR', status: 500 }),
  ]
  const { ports, take, words } = backend({
    send: (clientId, message) => {
      const error = answers.shift()
      return error ? Promise.reject(error) : Promise.resolve(take(clientId, message))
    },
  })
  const sending = createSending(storedOutbox().open(), ports)
  void sending.write(text('a'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(words()).toEqual(['a'])
})

test('a file shows its progress, is uploaded once, and continues from there after a failure', async () => {
  const upload = vi.fn<SendingPorts['upload']>((_medium, _file, { onProgress }) => {
    onProgress(0.5)
    return Promise.resolve({ url: '/api/files/a.png', filePath: 'a.png', fileType: 'image' })
  })
  let lost = true
  const { ports, take, words } = backend({
    upload,
    send: (clientId, message) => {
      if (lost) {
        lost = false
        return offline()
      }
      return Promise.resolve(take(clientId, message))
    },
  })
  const sending = createSending(storedOutbox().open(), ports)
  const parts: number[] = []
  store.sub(sending.waitingAtom, () => parts.push(store.get(sending.waitingAtom)[0]?.progress ?? -1))
  void sending.write({ medium: 'image', file: new Blob(['x']) })
  await vi.advanceTimersByTimeAsync(3000)
  expect(parts).toContain(0.5)
  expect(upload).toHaveBeenCalledTimes(1)
  expect(words()).toEqual(['/api/files/a.png'])
})

test('a file whose answer was lost is uploaded again as the same one, for a day; then the server knows the key no more', async () => {
  let now = 1_700_000_000_000
  const upload = vi.fn<SendingPorts['upload']>(offline)
  const { ports } = backend({ upload, now: () => now })
  const sending = createSending(storedOutbox().open(), ports)
  const keyOfNext = async () => {
    sending.poke()
    await settle()
    return upload.mock.lastCall?.[2].key
  }
  void sending.write({ medium: 'image', file: new Blob(['x']) })
  await settle()
  const [one] = store.get(sending.waitingAtom)
  expect(upload.mock.lastCall?.[2].key).toBe(one?.id)
  now += 24 * 3_600_000 - 1
  expect(await keyOfNext()).toBe(one?.id)
  now += 1
  expect(await keyOfNext()).toBeUndefined()
  sending.close()
})

test('a limit of a minute is waited out by a file, a limit of a day ends its retries', async () => {
  const answers = [
    new ApiError('refused', { code: 'REQUEST_LIMIT_1MIN', status: 429 }),
    new ApiError('refused', {
      code: 'SLIP_UPLOAD_FAIL',
      status: 400,
      body: { message: 'SLIP_UPLOAD_FAIL', reason: 'too-many-today' },
    }),
  ]
  const upload = vi.fn<SendingPorts['upload']>(() => Promise.reject(answers.shift()))
  const { ports } = backend({ upload })
  const sending = createSending(storedOutbox().open(), ports)
  void sending.write({ medium: 'image', file: new Blob(['x']) })
  await settle()
  expect(statuses(sending)).toEqual(['waiting'])
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(upload).toHaveBeenCalledTimes(2)
  expect(store.get(sending.waitingAtom)).toMatchObject([
    { status: 'failed', error: { code: 'SLIP_UPLOAD_FAIL', body: { reason: 'too-many-today' } } },
  ])
})

test('a cancelled upload stops', async () => {
  let aborted = false
  const { ports, words } = backend({
    upload: (_medium, _file, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(signal.reason as Error)
        })
      }),
  })
  const sending = createSending(storedOutbox().open(), ports)
  void sending.write({ medium: 'video', file: new Blob(['x']) })
  await settle()
  expect(statuses(sending)).toEqual(['uploading_file'])
  sending.remove(store.get(sending.waitingAtom)[0]?.id ?? '')
  await settle()
  expect([aborted, store.get(sending.waitingAtom), words()]).toEqual([true, [], []])
})

test('messages of a closed tab are sent in order; a message removed in another tab is never sent', async () => {
  const { entries, open } = storedOutbox()
  const first = createSending(open(), backend({ send: offline }).ports)
  for (const one of ['a', 'b', 'c']) void first.write(text(one))
  await settle()
  first.close()

  let online = false
  const { ports, take, words } = backend({
    send: (clientId, message) => (online ? Promise.resolve(take(clientId, message)) : offline()),
  })
  const second = createSending(open(), ports)
  await second.refresh()
  expect(store.get(second.waitingAtom)).toHaveLength(3)
  entries.delete(store.get(second.waitingAtom)[1]?.id ?? '')
  online = true
  second.poke()
  await settle()
  expect(words()).toEqual(['a', 'c'])
})

describe('a server that treats a repeated message as a new one', () => {
  const isRepeatSafe = () => false

  test('receives a message with a lost response again only on request; later ones are sent', async () => {
    let isLost = true
    const { ports, take, words } = backend({
      isRepeatSafe,
      prepare: () => undefined,
      send: (clientId, message) => {
        take(`${clientId} ${isLost}`, message)
        return isLost ? offline() : Promise.resolve(take(`${clientId} ${isLost}`, message))
      },
    })
    const { open } = storedOutbox()
    const sending = createSending(open(), ports)
    void sending.write(text('a'))
    await settle()
    const [row] = store.get(sending.waitingAtom)
    expect(row).toMatchObject({ status: 'failed', error: { code: 'MAY_HAVE_ARRIVED' } })
    isLost = false
    void sending.write(text('b'))
    sending.poke()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(words()).toEqual(['a', 'b'])
    sending.resend(row?.id ?? '')
    await settle()
    expect(words()).toEqual(['a', 'b', 'a'])
    expect(store.get(sending.waitingAtom)).toEqual([])
  })

  test('receives nothing from a later visit that an earlier one may have sent', async () => {
    const { ports, take, words } = backend({
      isRepeatSafe,
      prepare: () => undefined,
      send: (clientId, message) => {
        take(clientId, message)
        return new Promise(() => undefined)
      },
    })
    const { open } = storedOutbox()
    void createSending(open(), ports).write(text('a'))
    await settle()
    expect(words()).toEqual(['a'])
    // The page is closed here.
    const send = vi.fn<SendingPorts['send']>(ports.send)
    const later = createSending(open(), { ...ports, send })
    await later.refresh()
    await settle()
    expect(send).not.toHaveBeenCalled()
    expect(store.get(later.waitingAtom)).toMatchObject([
      { status: 'failed', error: { code: 'MAY_HAVE_ARRIVED' } },
    ])
  })

  test('receives messages that certainly never left the phone as soon as there is a connection', async () => {
    let online = false
    const { ports, take, words } = backend({
      isRepeatSafe,
      prepare: () => undefined,
      send: (clientId, message) =>
        online
          ? Promise.resolve(take(clientId, message))
          : Promise.reject(new ApiError('offline', { code: 'OFFLINE', sent: false })),
    })
    const { open } = storedOutbox()
    const sending = createSending(open(), ports)
    void sending.write(text('a'))
    await settle()
    expect(statuses(sending)).toEqual(['waiting'])
    online = true
    const later = createSending(open(), ports)
    await later.refresh()
    await settle()
    expect(words()).toEqual(['a'])
  })
})

test('after closing, nothing is sent any more', async () => {
  let online = false
  const { ports, take, words } = backend({
    send: (clientId, message) => (online ? Promise.resolve(take(clientId, message)) : offline()),
  })
  const sending = createSending(storedOutbox().open(), ports)
  void sending.write(text('a'))
  await settle()
  sending.close()
  online = true
  sending.poke()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(words()).toEqual([])
})
