import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '#api/contract/chat.ts'
import { contradicts, countUnread, gapAfter, merge, messageKey } from './conversation-rules.ts'
import { messageAt, messagesUpTo } from './test-messages.ts'

const unnumbered = (message: ChatMessage): ChatMessage => ({ ...message, seq: undefined })

test.each([
  ['numbered', messagesUpTo(40)],
  ['without numbers', messagesUpTo(40).map((message) => unnumbered(message))],
  [
    'with nothing but times',
    messagesUpTo(40).map((message) => unnumbered({ ...message, clientId: undefined })),
  ],
])('messages received %s end up in one order', (_, written) => {
  const line = array(array(constantFrom(...written)))
  assert(
    property(line, (batches) => {
      const shown = batches.reduce<readonly ChatMessage[]>(merge, [])
      const arrived = new Set(batches.flat().map((message) => messageKey(message)))
      expect(shown).toEqual(written.filter((message) => arrived.has(messageKey(message))))
    }),
  )
})

test('a known message changes nothing', () => {
  const known = messagesUpTo(5)
  expect(merge(known, [messageAt(3), messageAt(5)])).toBe(known)
})

test('a known number under another id contradicts; without an id or a number nothing does', () => {
  const known = messagesUpTo(5)
  const other = messageAt(3, { clientId: 'other' })
  expect(contradicts(known, [messageAt(6), other])).toBe(true)
  expect(contradicts(known, [messageAt(3), messageAt(6)])).toBe(false)
  expect(contradicts(known, [{ ...other, clientId: undefined }])).toBe(false)
  expect(contradicts(known, [unnumbered(other)])).toBe(false)
})

test('two messages of the same moment stay two', () => {
  const createdAt = '2026-11-20T08:00:00.000Z'
  const [one, two] = [messageAt(1, { createdAt }), messageAt(2, { createdAt })].map((each) =>
    unnumbered(each),
  )
  if (!one || !two) throw new Error('two')
  expect(merge([one], [two, one, two])).toHaveLength(2)
})

test('a gap is found, but only between numbered messages', () => {
  expect(gapAfter(messagesUpTo(5))).toBeUndefined()
  expect(gapAfter([...messagesUpTo(3), ...messagesUpTo(9, 6)])).toBe(3)
  expect(gapAfter(messagesUpTo(9, 6))).toBeUndefined()
  expect(gapAfter([messageAt(1), messageAt(3), messageAt(5)], 2)).toBe(3)
  expect(gapAfter([unnumbered(messageAt(1)), unnumbered(messageAt(7))])).toBeUndefined()
})

test('unread counts the agents’ messages since the last one read', () => {
  const said = [...messagesUpTo(3), messageAt(4, { sender: 'customer' }), messageAt(5)]
  expect(countUnread(said, 0)).toBe(4)
  expect(countUnread(said, 3)).toBe(1)
  expect(countUnread(said, 5)).toBe(0)
})
