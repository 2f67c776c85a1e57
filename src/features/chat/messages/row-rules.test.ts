import { expect, test } from 'vitest'
import { messageAt, messagesUpTo } from '../conversation/test-messages.ts'
import type { Waiting } from '../outbox/sending.ts'
import { blocksOf, rowsOf } from './row-rules.ts'

const waiting = (id: string): Waiting => ({
  id,
  at: 0,
  content: { message_type: 'text', payload: { text: 'hello' } },
  status: 'waiting',
  isKept: true,
  progress: 0,
})

test('a conversation that ended is marked before the next one', () => {
  const rows = rowsOf(
    [...messagesUpTo(2), messageAt(3, { session_id: 'two' }), messageAt(4, { session_id: 'two' })],
    [],
  )
  expect(rows.map(({ opensSession }) => opensSession)).toEqual([false, false, true, false])
})

test('the time is said where the talk pauses or turns', () => {
  const later = new Date(Date.UTC(2026, 10, 20, 9)).toISOString()
  const rows = rowsOf(
    [
      messageAt(1),
      messageAt(2),
      messageAt(3, { sender: 'customer' }),
      messageAt(4, { sender: 'customer', createdAt: later }),
    ],
    [],
  )
  expect(rows.map(({ showsTime }) => showsTime)).toEqual([false, true, true, true])
})

test('what waits stands last, and not beside its own arrival', () => {
  const rows = rowsOf(messagesUpTo(2), [waiting('id-2'), waiting('new')])
  expect(rows.map(({ key }) => key)).toEqual(['id-1', 'id-2', 'new'])
})

test('blocks keep their borders when older messages come in above', () => {
  const rows = (first: number, last: number) => rowsOf(messagesUpTo(last, first), [])
  const now = blocksOf(rows(101, 160), 'id-101')
  const then = blocksOf(rows(61, 161), 'id-101')
  const keysOf = (blocks: typeof now, id: number) =>
    blocks.find((block) => block.id === id)?.rows.map(({ key }) => key)
  for (const id of [0, 1]) expect(keysOf(then, id)).toEqual(keysOf(now, id))
  expect(then.flatMap((block) => block.rows)).toHaveLength(101)
  expect(Math.max(...then.map((block) => block.rows.length))).toBe(25)
})
