import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextOrder, openOutbox } from '#data/outbox/outbox.ts'
import { endSession, signIn, signOut } from '#data/session/session.ts'
import { type Answers, type Asked, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { chatSessionAtom } from './chat-session.ts'
import { guestClaimAtom, guestIdAtom } from './entry/guest-id.ts'
import { useUnread } from './entry/use-unread.ts'

const guestId = '5b3c8a0e-6a55-4c3c-9d0f-2f7c8f6b1a11'
const clientId = '0c0ffee0-0000-4000-8000-000000000001'
const text = { message_type: 'text', payload: { text: 'written as a guest' } }

let answers: Answers
let asked: Asked[]
let member = 'm1'
const claims = () => asked.filter(({ path }) => path === '/api/chat/claim-guest')

function Unread() {
  return <output aria-label="Unread">{useUnread()}</output>
}

beforeEach(() => {
  noteExtensions('client-id, keys, claim-guest')
  answers = {
    '/api/wallet': () => ({
      profile: { _id: member, username: '0812345678', name: 'Mali', createdAt: '2026-01-01T00:00:00Z' },
      wallet: { amount: 0 },
      invite: { amount: 0 },
      slots: [],
    }),
    '/api/lookup/enableChatWidget': () => ({ enabled: true }),
    '/api/chat/history': () => ({ messages: [], total: 0, unread: 2 }),
    '/api/chat/claim-guest': () => ({ message: 'OK' }),
    '/api/chat/send-message': ({ body }) => ({
      ...(body as object),
      seq: 1,
      createdAt: '2026-11-23T05:00:00Z',
    }),
    '/api/logout': () => ({ message: 'OK' }),
  }
  asked = stubBackend(answers)
  store.set(guestIdAtom, guestId)
})
afterEach(() => {
  store.get(chatSessionAtom)?.close()
  signIn('cleaning', false)
  endSession()
  member = 'm1'
  noteExtensions('')
  store.set(connectionAtom, 'online')
  vi.unstubAllGlobals()
})

test('at the sign-in the guest’s conversation moves to the member, and the next guest gets a new id', async () => {
  const outbox = await openOutbox('chat', `guest:${guestId}`)
  await outbox.put({ id: clientId, order: nextOrder(Date.now()), content: { at: Date.now(), content: text } })
  outbox.close()
  signIn('token-1', false)
  await renderScreen(<Unread />)
  await expect.poll(claims).toEqual([expect.objectContaining({ body: { guestId } })])
  expect(store.get(guestIdAtom)).toBeUndefined()
  await expect.poll(() => store.get(guestClaimAtom)).toBeUndefined()
  // Waiting messages are now sent as the member's, with their old id.
  const sent = () => asked.filter(({ path }) => path === '/api/chat/send-message').map(({ body }) => body)
  await expect.poll(sent).toEqual([
    expect.objectContaining({
      sender: 'customer',
      userId: 'm1',
      username: '0812345678',
      clientId,
      message: text,
    }),
  ])
})

test('messages that wait are sent when the connection is back, where nothing could be loaded before', async () => {
  store.set(guestIdAtom, RESET)
  const outbox = await openOutbox('chat', 'member:m1')
  await outbox.put({ id: clientId, order: nextOrder(Date.now()), content: { at: Date.now(), content: text } })
  outbox.close()
  const { '/api/wallet': wallet } = answers
  answers['/api/wallet'] = lost
  signIn('token-1', false)
  await renderScreen(<Unread />)
  await expect.poll(() => asked.filter(({ path }) => path === '/api/wallet')).not.toEqual([])
  answers['/api/wallet'] = wallet!
  store.set(connectionAtom, 'back')
  await expect
    .poll(() => asked.filter(({ path }) => path === '/api/chat/send-message'))
    .toEqual([expect.objectContaining({ body: expect.objectContaining({ clientId }) })])
  expect(store.get(chatSessionAtom)).toBeDefined()
})

test('guest messages older than a day are not moved to the member who signs in', async () => {
  const outbox = await openOutbox('chat', `guest:${guestId}`)
  const put = (id: string, at: number) => outbox.put({ id, order: at * 1000, content: { at, content: text } })
  await put('0c0ffee0-0000-4000-8000-000000000002', Date.now() - 25 * 3_600_000)
  await put(clientId, Date.now() - 23 * 3_600_000)
  signIn('token-1', false)
  await renderScreen(<Unread />)
  const sent = () => asked.flatMap(({ path, body }) => (path === '/api/chat/send-message' ? body : []))
  await expect.poll(sent).toEqual([expect.objectContaining({ clientId })])
  await expect.poll(() => outbox.get(clientId)).toBeUndefined()
  expect(await outbox.get('0c0ffee0-0000-4000-8000-000000000002')).toBeUndefined()
  outbox.close()
})

test('a running claim of one member does not block the claim of the next one', async () => {
  let answerFirst: ((answer: object) => void) | undefined
  answers['/api/chat/claim-guest'] = () =>
    new Promise((resolve) => {
      answerFirst = resolve
    })
  signIn('token-1', false)
  const first = await renderScreen(<Unread />)
  await expect.poll(claims).toHaveLength(1)
  signOut()
  await first.unmount()
  const nextGuest = '5b3c8a0e-6a55-4c3c-9d0f-2f7c8f6b1a12'
  store.set(guestIdAtom, nextGuest)
  answers['/api/chat/claim-guest'] = () => ({ message: 'OK' })
  member = 'm2'
  signIn('token-2', false)
  await renderScreen(<Unread />)
  await expect
    .poll(claims)
    .toEqual([
      expect.objectContaining({ body: { guestId } }),
      expect.objectContaining({ body: { guestId: nextGuest } }),
    ])
  await expect.poll(() => store.get(guestClaimAtom)).toBeUndefined()
  answerFirst?.({ message: 'OK' })
})

test('without the extension nothing is claimed, and the guest id stays', async () => {
  noteExtensions('client-id, keys')
  signIn('token-1', false)
  const screen = await renderScreen(<Unread />)
  await expect.element(screen.getByLabelText('Unread')).toHaveTextContent('2')
  expect(claims()).toEqual([])
  await expect.poll(() => store.get(guestClaimAtom)).toBe(guestId)
})

test('after a lost response the claim is retried when the app becomes visible', async () => {
  answers['/api/chat/claim-guest'] = lost
  signIn('token-1', false)
  await renderScreen(<Unread />)
  await expect.poll(claims).not.toEqual([])
  await expect.poll(() => store.get(guestClaimAtom)).toBe(guestId)
  answers['/api/chat/claim-guest'] = () => ({ message: 'OK' })
  await expect
    .poll(() => {
      globalThis.dispatchEvent(new Event('focus'))
      return store.get(guestClaimAtom)
    })
    .toBeUndefined()
})

test("another member who signs in later never receives the first one's conversation", async () => {
  answers['/api/chat/claim-guest'] = lost
  signIn('token-1', false)
  const first = await renderScreen(<Unread />)
  await expect.poll(claims).not.toEqual([])
  signOut()
  expect(store.get(guestClaimAtom)).toBeUndefined()
  await first.unmount()
  asked.length = 0
  answers['/api/chat/claim-guest'] = () => ({ message: 'OK' })
  member = 'm2'
  signIn('token-2', false)
  const second = await renderScreen(<Unread />)
  await expect.element(second.getByLabelText('Unread')).toHaveTextContent('2')
  globalThis.dispatchEvent(new Event('focus'))
  expect(claims()).toEqual([])
})

test('a guest who chats in another tab after the sign-in is not claimed', async () => {
  store.set(guestIdAtom, RESET)
  signIn('token-1', false)
  const screen = await renderScreen(<Unread />)
  await expect.element(screen.getByLabelText('Unread')).toHaveTextContent('2')
  store.set(guestIdAtom, guestId)
  globalThis.dispatchEvent(new Event('focus'))
  await expect.element(screen.getByLabelText('Unread')).toHaveTextContent('2')
  expect(claims()).toEqual([])
  await expect.poll(() => store.get(guestIdAtom)).toBe(guestId)
})
