import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { limitPackets } from './packet-rate-limit.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a client may send a hundred packets in ten seconds, for as long as it is connected, and not one more', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const destroy = vi.fn<() => void>()
  const connection = Object.assign(new EventEmitter(), { request: { socket: { destroy } } })
  limitPackets(connection as unknown as Parameters<typeof limitPackets>[0])
  const send = (packets: number) => {
    for (let count = 0; count < packets; count += 1) connection.emit('packet')
  }
  for (const _ of ['at first', 'an hour later']) {
    send(100)
    vi.setSystemTime(Date.now() + 10_001)
  }
  send(100)
  expect(destroy).not.toHaveBeenCalled()
  send(1)
  expect(destroy).toHaveBeenCalledOnce()
})
