import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToken } from '#api/token.ts'
import { openOutbox, type OutboxEntry, nextOrder } from './outbox.ts'
import { outboxWaits } from './outbox-name.ts'
import { signOut, signIn } from './session.ts'

const isMembers = (owner: string) => owner.startsWith('member:')
const entry = (id: string, owner: string): OutboxEntry => ({
  id,
  owner,
  kind: 'chat',
  order: nextOrder(Date.now()),
  content: { words: `of ${owner}` },
})
const idsOf = async (owner: string) => {
  const outbox = await openOutbox(owner, isMembers)
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

test('what waits is there again after the tab was closed, in order and with its file', async () => {
  const outbox = await openOutbox('member:1', isMembers)
  await outbox.put({ ...entry('b', 'member:1'), file: new File(['picture'], 'a.png', { type: 'image/png' }) })
  await outbox.put(entry('a', 'member:1'))
  outbox.close()
  expect(outboxWaits()).toBe(true)
  const again = await openOutbox('member:1', isMembers)
  const [first, second] = await again.all()
  expect([first?.id, second?.id]).toEqual(['b', 'a'])
  expect(await first?.file?.text()).toBe('picture')
  await again.remove('a')
  await again.remove('b')
  expect([await again.has('a'), outboxWaits()]).toEqual([false, false])
  again.close()
})

test('another member finds nothing, and what was there is deleted; a guest’s stays the guest’s', async () => {
  const mine = await openOutbox('member:1', isMembers)
  await mine.put(entry('a', 'member:1'))
  await mine.put(entry('g', 'guest:1'))
  mine.close()
  expect(await idsOf('member:2')).toEqual([])
  expect(await idsOf('member:1')).toEqual([])
  expect(await idsOf('guest:1')).toEqual(['g'])
})

test('signing out takes everything, also from under an open chat', async () => {
  keepToken('token', 'local')
  signIn('token', true)
  const outbox = await openOutbox('member:1', isMembers)
  await outbox.put(entry('a', 'member:1'))
  signOut()
  await gone()
  await expect(outbox.put(entry('b', 'member:1'))).rejects.toThrow('closed')
  expect(outboxWaits()).toBe(false)
})
