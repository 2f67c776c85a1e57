import { expect, test, vi } from 'vitest'
import { createRealtime } from './create-realtime.ts'

/** What reaches the streams of this process when another process publishes this text. */
async function heardBy(text: string): Promise<unknown[]> {
  const calls: unknown[] = []
  const events = {
    walletChanged: (...event: unknown[]) => void calls.push(event),
    signedOut: (sessions: readonly string[]) => void calls.push(sessions),
  }
  const streams = { ...events, listen: vi.fn<() => never>(), catchUp: () => {}, close: () => {} }
  const sockets = { ...events, message: () => {}, read: () => {} }
  const link = {
    publish: () => {},
    onMessage: async (heard: (text: string) => void) => heard(text),
    close: async () => {},
  }
  await createRealtime({ sockets, streams, link })
  return calls
}

test.each([
  ['a known reason', { memberId: 'm', reason: 'bonus' }, [['m', 'bonus']]],
  ['a reason of another release', { memberId: 'm', reason: 'lottery' }, [['m', 'missed']]],
  ['a reason that is no text', { memberId: 'm', reason: { toString: 1 } }, [['m', 'missed']]],
  ['no reason', { memberId: 'm' }, [['m', 'missed']]],
  ['an ended session', { session: 's' }, [['s']]],
  ['neither', { reason: 'bonus' }, []],
])('what another process publishes is checked: %s', async (_, event, calls) => {
  expect(await heardBy(JSON.stringify({ from: 'another', ...event }))).toEqual(calls)
})

test('a text that is no JSON is ignored', async () => {
  expect(await heardBy('{"from":')).toEqual([])
})
