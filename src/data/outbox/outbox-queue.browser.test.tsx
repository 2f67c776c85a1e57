import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { outboxNews, tellOfSent } from '#lib/outbox/outbox-names.ts'
import { store } from '#lib/store.ts'
import { nextOrder, openOutbox } from './outbox.ts'
import { outboxWaitsAtom, storedWaitsAtom } from './outbox-flag.ts'
import { createOutboxQueue, type OutboxQueue } from './outbox-queue.ts'

const owner = 'member:1'
interface Network {
  isUp: boolean
}
interface Sent {
  resolve(answer: string): void
  reject(error: ApiError): void
}
let sends: Sent[]
let tabs: OutboxQueue<string>[]
/** The answers that each tab was told of. */
let told: string[][]

/** A tab whose backend does not know idempotency keys. */
async function openTab(network: Network = { isUp: true }) {
  const mine: string[] = []
  told.push(mine)
  const queue = createOutboxQueue<string, 'sending', string>(await openOutbox('slip', owner), {
    isRepeatSafe: () => false,
    prepare: () => undefined,
    read: (content) => String(content),
    readAnswer: String,
    delivered: (answer, { id }) => void mine.push(`${id} ${answer}`),
    async deliver(_, { once }) {
      if (!network.isUp) throw new ApiError('offline', { code: 'OFFLINE', sent: false })
      return once(
        () =>
          new Promise((resolve, reject) => {
            sends.push({ resolve, reject })
          }),
      )
    },
  })
  tabs.push(queue)
  await queue.refresh()
  return queue
}
const waits = () => store.get(outboxWaitsAtom)
const rows = ({ waitingAtom }: OutboxQueue<string>) =>
  store.get(waitingAtom).map(({ status, error }) => error?.code ?? status)

/** Two tabs with one waiting slip, which both try to send as soon as the network is back. */
async function openTwoTabs() {
  const outbox = await openOutbox('slip', owner)
  const at = Date.now()
  await outbox.put({ id: 'slip', order: nextOrder(at), content: { at, content: 'a slip' } })
  outbox.close()
  const network = { isUp: false }
  const both = [await openTab(network), await openTab(network)] as const
  await expect.poll(() => both.map(rows)).toEqual([['waiting'], ['waiting']])
  network.isUp = true
  for (const tab of both) tab.poke()
  await expect.poll(() => sends.length).toBeGreaterThan(0)
  return both
}

beforeEach(() => {
  sends = []
  tabs = []
  told = []
})
afterEach(async () => {
  for (const { resolve } of sends) resolve('')
  for (const tab of tabs) tab.close()
  vi.restoreAllMocks()
  const outbox = await openOutbox('slip', owner)
  for (const { id } of await outbox.all()) await outbox.remove(id)
  outbox.close()
})

test('two tabs send a waiting entry once, and both know that it has arrived', async () => {
  const both = await openTwoTabs()
  sends[0]?.resolve('S1')
  await expect.poll(() => both.map(rows)).toEqual([[], []])
  await expect.poll(() => told).toEqual([['slip S1'], ['slip S1']])
  expect(sends).toHaveLength(1)
})

test.each([
  ['before the entry is gone', true],
  ['after it', false],
])('news of what the worker has sent is told of once, also if it comes %s', async (_, isBefore) => {
  const tab = await openTab({ isUp: false })
  await tab.add({ id: 'slip', at: Date.now(), content: 'a slip' })
  const remove = async () => {
    const outbox = await openOutbox('slip', owner)
    await outbox.remove('slip')
    outbox.close()
    await tab.refresh()
  }
  if (!isBefore) await remove()
  for (const id of ['slip', 'another']) tellOfSent({ id, answer: 'S1' })
  await expect.poll(() => told).toEqual([['slip S1']])
  if (isBefore) await remove()
  tellOfSent({ id: 'slip', answer: 'S1' })
  const heard = new Promise((resolve) => {
    const listener = new BroadcastChannel(outboxNews)
    listener.addEventListener('message', resolve, { once: true })
  })
  tellOfSent({ id: 'last', answer: '' })
  await heard
  expect([rows(tab), told]).toEqual([[], [['slip S1']]])
})

test('an entry that one tab may have sent is not resent by the other', async () => {
  const both = await openTwoTabs()
  sends[0]?.reject(new ApiError('offline', { code: 'OFFLINE' }))
  await expect.poll(() => both.map(rows)).toEqual([['MAY_HAVE_ARRIVED'], ['MAY_HAVE_ARRIVED']])
  expect(sends).toHaveLength(1)
  both[1].resend('slip')
  await expect.poll(() => sends.length).toBe(2)
  sends[1]?.resolve('S1')
  await expect.poll(() => rows(both[1])).toEqual([])
})

test('a tab closed while sending does not block the others', async () => {
  const both = await openTwoTabs()
  const [first] = sends
  // Either tab may have been first; with the other one closed, none sends.
  for (const tab of both) tab.close()
  first?.reject(new ApiError('offline', { code: 'OFFLINE' }))
  const later = await openTab()
  await expect.poll(() => rows(later)).toEqual(['MAY_HAVE_ARRIVED'])
  expect(sends).toHaveLength(1)
})

test('an entry that is removed while it is being stored is not there at the next visit', async () => {
  const tab = await openTab({ isUp: false })
  const adding = tab.add({ id: 'slip', at: Date.now(), content: 'a slip', file: new Blob(['picture']) })
  tab.remove('slip')
  await adding
  expect(rows(tab)).toEqual([])
  await expect.poll(async () => rows(await openTab({ isUp: false }))).toEqual([])
})

test('without locks entries are still sent, based on the stored state', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('denied', 'SecurityError'))
  const [near, far] = [{ isUp: false }, { isUp: false }]
  const tab = await openTab(near)
  await tab.add({ id: 'slip', at: Date.now(), content: 'a slip' })
  const other = await openTab(far)
  expect([rows(tab), rows(other)]).toEqual([['waiting'], ['waiting']])
  near.isUp = true
  tab.poke()
  await expect.poll(() => sends.length).toBe(1)
  sends[0]?.reject(new ApiError('offline', { code: 'OFFLINE' }))
  await expect.poll(() => rows(tab)).toEqual(['MAY_HAVE_ARRIVED'])
  far.isUp = true
  other.poke()
  await expect.poll(() => rows(other)).toEqual(['MAY_HAVE_ARRIVED'])
  expect(sends).toHaveLength(1)
})

test('an entry that the server cannot take now holds back no other; one that is too large for a gateway is not repeated', async () => {
  const tab = await openTab()
  const add = (id: string) => tab.add({ id, at: Date.now(), content: 'a slip' })
  await add('busy')
  await expect.poll(() => sends.length).toBe(1)
  await add('large')
  await add('good')
  sends[0]?.reject(new ApiError('refused', { code: 'REQUEST_LIMIT', status: 429 }))
  await expect.poll(() => sends.length).toBe(2)
  sends[1]?.reject(new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR', status: 413, sent: false }))
  await expect.poll(() => sends.length).toBe(3)
  sends[2]?.resolve('S3')
  await expect.poll(() => told).toEqual([['good S3']])
  expect(rows(tab)).toEqual(['waiting', 'INTERNAL_SERVER_ERROR'])
  tab.poke()
  await expect.poll(() => sends.length).toBe(4)
  sends[3]?.resolve('S4')
  await expect.poll(() => told).toEqual([['good S3', 'busy S4']])
  const status = async () => store.get((await openTab()).waitingAtom).map(({ error }) => error?.status)
  await expect.poll(status).toEqual([413])
  expect(sends).toHaveLength(4)
})

test('the rule that refused is kept for the next visit', async () => {
  const tab = await openTab()
  await tab.add({ id: 'slip', at: Date.now(), content: 'a slip' })
  await expect.poll(() => sends.length).toBe(1)
  const body = { message: 'SLIP_UPLOAD_FAIL', reason: 'slips-closed' }
  sends[0]?.reject(new ApiError('refused', { code: body.message, status: 400, body }))
  await expect.poll(() => rows(tab)).toEqual(['SLIP_UPLOAD_FAIL'])
  await expect
    .poll(async () => store.get((await openTab()).waitingAtom).map(({ error }) => error?.body))
    .toEqual([body])
})

test('an entry that the browser refuses to store says so, and counts as waiting; another is kept', async () => {
  const tab = await openTab({ isUp: false })
  const kept = () => store.get(tab.waitingAtom).map(({ id, isKept }) => [id, isKept])
  await tab.add({ id: 'kept', at: Date.now(), content: 'a slip' })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await tab.add({ id: 'refused', at: Date.now(), content: 'a slip' })
  expect(kept()).toEqual([
    ['kept', true],
    ['refused', false],
  ])
  tab.remove('kept')
  await expect.poll(() => store.get(storedWaitsAtom)).toBe(false)
  expect(waits()).toBe(true)
  tab.remove('refused')
  expect(waits()).toBe(false)
})

test('an entry that replaces another is stored with the end of that one: what cannot be stored ends nothing', async () => {
  const tab = await openTab({ isUp: false })
  const ids = (queue: OutboxQueue<string>) => store.get(queue.waitingAtom).map(({ id }) => id)
  const stored = async () => ids(await openTab({ isUp: false }))
  await tab.add({ id: 'first', at: Date.now(), content: 'a slip' })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await tab.add({ id: 'second', at: Date.now(), content: 'a slip' }, 'first')
  expect(ids(tab)).toEqual(['second'])
  await expect.poll(stored).toEqual(['first'])
  put.mockRestore()
  await tab.refresh()
  await tab.add({ id: 'third', at: Date.now(), content: 'a slip' }, 'first')
  expect(ids(tab)).toEqual(['second', 'third'])
  await expect.poll(stored).toEqual(['third'])
})

test('without a database what is in memory counts as waiting, until it is sent or its queue is closed', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const network = { isUp: false }
  const [tab, other] = [await openTab(network), await openTab({ isUp: false })]
  for (const one of [tab, other]) await one.add({ id: 'slip', at: Date.now(), content: 'a slip' })
  network.isUp = true
  tab.poke()
  await expect.poll(() => sends.length).toBe(1)
  sends[0]?.resolve('S1')
  await expect.poll(() => rows(tab)).toEqual([])
  expect(waits()).toBe(true)
  other.close()
  await other.add({ id: 'late', at: Date.now(), content: 'a slip' })
  expect(waits()).toBe(false)
})
