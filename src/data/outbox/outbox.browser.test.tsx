import { openDB } from 'idb'
import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToken } from '#api/token.ts'
import { store } from '#lib/store.ts'
import { openOutbox, type OutboxEntry, type OutboxKind, nextOrder } from './outbox.ts'
import { outboxWaitsAtom, storedWaitsAtom } from './outbox-flag.ts'
import { signOut, signIn } from '#data/session/session.ts'

const entry = (id: string): OutboxEntry => ({
  id,
  order: nextOrder(Date.now()),
  content: { words: `of ${id}` },
})
const waits = () => store.get(outboxWaitsAtom)
const idsOf = async (owner: string, kind: OutboxKind = 'chat') => {
  const outbox = await openOutbox(kind, owner)
  const ids = (await outbox.all()).map(({ id }) => id)
  outbox.close()
  return ids
}
async function gone() {
  const names = async () => (await indexedDB.databases()).map(({ name }) => name)
  await expect.poll(names).not.toContain('champa-outbox')
}

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no server'))),
  )
})
afterEach(async () => {
  signIn('cleaning', true)
  signOut()
  await gone()
  vi.unstubAllGlobals()
})

test('entries survive closing the tab, in order and with their files', async () => {
  const outbox = await openOutbox('chat', 'member:1')
  await outbox.put({ ...entry('b'), file: new File(['picture'], 'a.png', { type: 'image/png' }) })
  await outbox.put(entry('a'))
  outbox.close()
  expect(waits()).toBe(true)
  const again = await openOutbox('chat', 'member:1')
  const [first, second] = await again.all()
  expect([first?.id, second?.id]).toEqual(['b', 'a'])
  expect(await first?.file?.text()).toBe('picture')
  await again.remove('a')
  await again.remove('b')
  expect([await again.get('a'), waits()]).toEqual([undefined, false])
  again.close()
})

test('an entry is known to wait before it is stored, so that a page that goes away leaves none unknown', async () => {
  const outbox = await openOutbox('chat', 'member:1')
  const stored = outbox.put(entry('a'))
  expect(waits()).toBe(true)
  // As another tab does that finds the outbox empty.
  store.set(storedWaitsAtom, RESET)
  await stored
  expect(waits()).toBe(true)
  outbox.close()
})

test('what the worker has sent since does not count as waiting after the next start', async () => {
  const outbox = await openOutbox('slip', 'member:1')
  await outbox.put(entry('a'))
  outbox.close()
  const database = await openDB('champa-outbox')
  await database.delete('entries', 'a')
  database.close()
  expect(waits()).toBe(true)
  expect([await idsOf('member:1', 'slip'), waits()]).toEqual([[], false])
})

test('a database that the browser drops in the background is opened again', async () => {
  const outbox = await openOutbox('slip', 'member:1')
  await outbox.put(entry('a'))
  const dropped = () => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(dropped)
  expect(await outbox.get('a')).toMatchObject({ id: 'a' })
  transaction.mockImplementationOnce(dropped)
  await outbox.remove('a')
  expect(await outbox.all()).toEqual([])
  transaction.mockRestore()
  outbox.close()
  await expect(outbox.put(entry('late'))).rejects.toThrow('closing')
})

test('a file is stored as bytes, which every browser takes; one stored by an earlier version is still read', async () => {
  const outbox = await openOutbox('slip', 'member:1')
  await outbox.put({ ...entry('new'), file: new Blob(['picture'], { type: 'image/png' }) })
  const database = await openDB('champa-outbox')
  expect(await database.get('entries', 'new')).toMatchObject({ file: { bytes: expect.any(ArrayBuffer) } })
  const former = { ...entry('old'), owner: 'member:1', kind: 'slip' }
  await database.put('entries', { ...former, file: new Blob(['former'], { type: 'image/jpeg' }) })
  database.close()
  const files = (await outbox.all()).map(({ file }) => file)
  expect(files.map((file) => file?.type)).toEqual(['image/png', 'image/jpeg'])
  expect(await files[0]?.text()).toBe('picture')
  expect(await files[1]?.text()).toBe('former')
  outbox.close()
  const again = await openOutbox('slip', 'member:1')
  expect(await (await again.get('old'))?.file?.text()).toBe('former')
  again.close()
})

test('each kind has its own queue, and both are deleted with their member’s session', async () => {
  const slips = await openOutbox('slip', 'member:1')
  await slips.put(entry('s'))
  expect(await idsOf('member:1')).toEqual([])
  expect(await idsOf('member:1', 'slip')).toEqual(['s'])
  expect(await idsOf('member:2')).toEqual([])
  expect(await idsOf('member:1', 'slip')).toEqual([])
  slips.close()
})

test('another member’s entries are deleted; a guest’s stay with the guest', async () => {
  const mine = await openOutbox('chat', 'member:1')
  await mine.put(entry('a'))
  mine.close()
  const guests = await openOutbox('chat', 'guest:1')
  await guests.put(entry('g'))
  guests.close()
  expect(await idsOf('member:2')).toEqual([])
  expect(await idsOf('member:1')).toEqual([])
  expect(await idsOf('guest:1')).toEqual(['g'])
})

test('invalid entries are deleted, valid ones stay', async () => {
  const outbox = await openOutbox('chat', 'member:1')
  await outbox.put(entry('a'))
  await outbox.put({ ...entry('b'), order: Number.NaN })
  await outbox.put({ id: 'c' } as OutboxEntry)
  outbox.close()
  const again = await openOutbox('chat', 'member:1')
  expect((await again.all()).map(({ id }) => id)).toEqual(['a'])
  expect(await again.get('c')).toBeUndefined()
  again.close()
})

test('with a foreign database, or one that never opens, entries are kept in memory', async () => {
  const foreign = indexedDB.open('champa-outbox', 1)
  await new Promise((resolve) => foreign.addEventListener('success', resolve))
  foreign.result.close()
  const inMemory = await openOutbox('chat', 'member:1')
  expect(inMemory.isStored).toBe(false)
  await inMemory.put(entry('a'))
  expect(await inMemory.get('a')).toMatchObject({ id: 'a' })
  await gone()

  vi.useFakeTimers()
  // Never answers.
  const request = Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest
  vi.spyOn(indexedDB, 'open').mockReturnValue(request)
  let isOpen = false
  const kinds = ['chat', 'slip'] as const
  const opening = Promise.all(kinds.map((kind) => openOutbox(kind, 'member:1'))).finally(
    () => (isOpen = true),
  )
  await vi.advanceTimersByTimeAsync(2900)
  expect(isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  vi.useRealTimers()
  const [other, slips] = await opening
  vi.restoreAllMocks()
  await other?.put(entry('a'))
  await slips?.put(entry('s'))
  expect(await other?.get('a')).toMatchObject({ id: 'a' })
  expect(await slips?.all()).toMatchObject([{ id: 's' }])
})

test('signing out deletes everything, also while a chat is open', async () => {
  keepToken('token', 'local')
  signIn('token', true)
  const outbox = await openOutbox('chat', 'member:1')
  await outbox.put(entry('a'))
  signOut()
  await gone()
  await expect(outbox.put(entry('b'))).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect(waits()).toBe(false)
})
