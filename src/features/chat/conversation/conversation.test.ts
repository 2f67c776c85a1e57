import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  let onWay: (() => void) | undefined
  const conversation = createConversation({
    history: (query) => {
      asked.push(query)
      if (down) return Promise.reject(new Error('down'))
      const { limit, skip, before = Infinity, after } = query
      const fitting = said.filter(({ seq = 0 }) => seq < before && seq > (after ?? 0))
      const oldest = fitting.slice(0, limit).toReversed()
      const newest = fitting.toReversed().slice(skip, skip + limit)
      const messages = (numbered && after !== undefined ? oldest : newest).map((message) => out(message))
      const total = said.length
      if (after === undefined) {
        onWay?.()
        onWay = undefined
      }
      return Promise.resolve({ messages, total, ...(numbered && { unread: 0, readSeq }) })
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
    /** Runs once, while an answer with the newest messages is on its way. */
    meanwhile: (run: () => void) => (onWay = run),
    /** The server's database is that of an earlier moment again. */
    restoreTo: (seq: number) => void said.splice(seq),
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
  const { conversation, asked, say } = room(4)
  await conversation.catchUp()
  conversation.receive(say({ seq: 9 }))
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

/** Said after the database was restored. */
const anew = (clientId: string) => ({ clientId, message: { message_type: 'text' as const, payload: {} } })

describe('after the database was restored to an earlier moment', () => {
  test('an answer whose number is known under another id is shown, and what is lost no longer', async () => {
    const { conversation, shown, all, say, restoreTo, readUpTo } = room(12)
    readUpTo(12)
    await conversation.catchUp()
    restoreTo(9)
    readUpTo(9)
    conversation.receive(say(anew('new-10')))
    await vi.waitFor(() => expect(shown()).toEqual(all()))
    expect(store.get(conversation.stateAtom)).toMatchObject({ phase: 'ready', unread: 1, origin: 'id-1' })
  })

  test.each([
    ['fewer messages than are shown', 1],
    ['as many', 3],
    ['more', 5],
  ])('a server with %s has them shown by the next catch-up', async (_, answers) => {
    const { conversation, shown, all, say, restoreTo } = room(8)
    await conversation.catchUp()
    restoreTo(5)
    for (let turn = 0; turn < answers; turn += 1) say(anew(`new-${turn}`))
    await conversation.catchUp()
    expect(shown()).toEqual(all())
  })

  test('the number in the answer to the connection is below what is shown', async () => {
    const { conversation, shown, all, restoreTo } = room(8)
    await conversation.catchUp()
    restoreTo(5)
    await conversation.catchUp(5)
    expect(shown()).toEqual(all())
    restoreTo(0)
    await conversation.catchUp(0)
    expect(shown()).toEqual([])
  })

  test('a message that arrives while the conversation is loaded anew stays', async () => {
    const { conversation, shown, all, say, restoreTo, meanwhile } = room(8)
    await conversation.catchUp()
    restoreTo(5)
    for (const clientId of ['new-6', 'new-7', 'new-8']) say(anew(clientId))
    meanwhile(() => conversation.receive(say(anew('new-9'))))
    await conversation.catchUp()
    expect(shown()).toEqual(all())
  })

  test('what is shown stays until the server answers again', async () => {
    const { conversation, shown, all, say, restoreTo, goDown } = room(8)
    await conversation.catchUp()
    const before = all()
    restoreTo(5)
    const answer = say(anew('new-6'))
    goDown(true)
    conversation.receive(answer)
    await vi.advanceTimersByTimeAsync(1000)
    expect(shown()).toEqual(before)
    goDown(false)
    await conversation.catchUp()
    expect(shown()).toEqual(all())
  })
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
