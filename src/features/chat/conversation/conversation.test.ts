import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#api/contract/chat.ts'
import { store } from '#lib/store.ts'
import { createConversation } from './conversation.ts'
import { messageAt, messagesUpTo } from './test-messages.ts'

interface Query {
  limit: number
  skip: number
  before?: number | undefined
  after?: number | undefined
}

/** A backend's room, with or without sequence numbers. */
function room(count: number, { numbered = true } = {}) {
  const said = messagesUpTo(count)
  const asked: Query[] = []
  const markRead = vi.fn<(seq: number | undefined) => Promise<unknown>>(() => Promise.resolve())
  const out = (message: ChatMessage) => (numbered ? message : { ...message, seq: undefined })
  let down = false
  let readSeq = 0
  const conversation = createConversation({
    history: (query) => {
      asked.push(query)
      if (down) return Promise.reject(new Error('down'))
      const { limit, skip, before = Infinity, after } = query
      const fitting = said.filter(({ seq = 0 }) => seq < before && seq > (after ?? 0))
      const oldest = fitting.slice(0, limit).toReversed()
      const newest = fitting.toReversed().slice(skip, skip + limit)
      const messages = (numbered && after !== undefined ? oldest : newest).map((message) => out(message))
      return Promise.resolve({ messages, total: said.length, ...(numbered && { unread: 0, readSeq }) })
    },
    markRead,
  })
  return {
    conversation,
    asked,
    markRead,
    say: (about?: Partial<ChatMessage>) => {
      const message = messageAt(said.length + 1, about)
      said.push(message)
      return out(message)
    },
    shown: () => store.get(conversation.stateAtom).messages.map(({ clientId }) => clientId),
    all: () => said.map(({ clientId }) => clientId),
    readUpTo: (seq: number) => (readSeq = seq),
    goDown: (isDown: boolean) => (down = isDown),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('loads the ten newest messages, then older ones ten at a time up to the first', async () => {
  const { conversation, shown, all, asked } = room(23)
  await conversation.catchUp()
  expect(store.get(conversation.stateAtom)).toMatchObject({ phase: 'ready', older: 'more' })
  expect(shown()).toEqual(all().slice(-10))
  await conversation.loadOlder()
  await conversation.loadOlder()
  expect(store.get(conversation.stateAtom).older).toBe('none')
  expect(shown()).toEqual(all())
  await conversation.loadOlder()
  expect(asked.map(({ limit }) => limit)).toEqual([10, 10, 10])
})

test('new messages meanwhile do not shift the older pages', async () => {
  const { conversation, shown, all, say } = room(25)
  await conversation.catchUp()
  for (let turn = 0; turn < 7; turn += 1) conversation.receive(say())
  await conversation.loadOlder()
  await conversation.loadOlder()
  expect(shown()).toEqual(all())
})

test('duplicate, late and lost messages end up once and in order', async () => {
  const { conversation, shown, all, say } = room(3)
  await conversation.catchUp()
  const [four, five, , seven] = [say(), say(), say(), say()]
  for (const message of [seven, four, four, five, seven]) conversation.receive(message)
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toEqual(all())
})

test('after a long break all missed messages are loaded', async () => {
  const { conversation, shown, all, say, asked } = room(5)
  await conversation.catchUp()
  for (let turn = 0; turn < 120; turn += 1) say()
  await conversation.catchUp(125)
  expect(shown()).toEqual(all())
  const before = asked.length
  await conversation.catchUp(125)
  expect(asked).toHaveLength(before)
})

test('a gap that the server cannot fill is not requested forever', async () => {
  const { conversation, asked } = room(4)
  await conversation.catchUp()
  conversation.receive(messageAt(9))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBeLessThan(5)
  expect(store.get(conversation.stateAtom).messages.at(-1)?.seq).toBe(9)
})

test('an empty conversation into which messages were moved shows all of them, whichever is received first', async () => {
  const { conversation, shown, all, say } = room(0)
  await conversation.catchUp()
  say()
  say()
  conversation.receive(say())
  await vi.waitFor(() => expect(shown()).toEqual(all()))
  expect(store.get(conversation.stateAtom).older).toBe('none')
})

test('without sequence numbers, pages are loaded until they overlap', async () => {
  const { conversation, shown, all, say } = room(12, { numbered: false })
  await conversation.catchUp()
  for (let turn = 0; turn < 25; turn += 1) say()
  await conversation.catchUp()
  await conversation.loadOlder()
  expect(shown()).toEqual(all())
})

test('reading is reported once, a second after the last message', async () => {
  const { conversation, say, markRead } = room(2)
  await conversation.catchUp()
  conversation.read()
  await vi.advanceTimersByTimeAsync(900)
  conversation.receive(say())
  conversation.read()
  await vi.advanceTimersByTimeAsync(900)
  expect(markRead).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(markRead.mock.calls).toEqual([[3]])
  conversation.read()
  await vi.advanceTimersByTimeAsync(5000)
  expect(markRead).toHaveBeenCalledTimes(1)
})

test('unread counts the answers until they are read here or on another device', async () => {
  const { conversation, say } = room(2)
  await conversation.catchUp()
  expect(store.get(conversation.stateAtom).unread).toBe(2)
  conversation.readElsewhere(2)
  expect(store.get(conversation.stateAtom).unread).toBe(0)
  conversation.receive(say())
  conversation.receive(say({ sender: 'customer' }))
  expect(store.get(conversation.stateAtom).unread).toBe(1)
})

test('a failed first load can be retried and shows all messages', async () => {
  const { conversation, shown, all, goDown } = room(4)
  goDown(true)
  await conversation.catchUp()
  expect(store.get(conversation.stateAtom).phase).toBe('failed')
  goDown(false)
  await conversation.catchUp()
  expect(store.get(conversation.stateAtom).phase).toBe('ready')
  expect(shown()).toEqual(all())
})

test('a message that goes out before the conversation was read makes none of the old ones unread', async () => {
  const { conversation, shown, all, say, readUpTo } = room(12)
  readUpTo(12)
  conversation.receive(say({ sender: 'customer' }))
  await conversation.catchUp()
  expect(shown()).toEqual(all().slice(-10))
  expect(store.get(conversation.stateAtom)).toMatchObject({ phase: 'ready', older: 'more', unread: 0 })
})

test('invalid messages are ignored', async () => {
  const { conversation, shown } = room(1)
  await conversation.catchUp()
  for (const raw of [null, 'x', {}, { message: 1 }, []]) conversation.receive(raw)
  expect(shown()).toEqual(['id-1'])
})
