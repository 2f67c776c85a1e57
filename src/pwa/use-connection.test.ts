import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { recordCall, watchSlowCall } from '#lib/network/reachability.ts'
import { store } from '#lib/store.ts'
import { connectionAtom, followConnection, offlineAtom, unreachableAtom } from './use-connection.ts'

const browser = new EventTarget()
const probe = vi.fn<() => void>()
beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  followConnection(probe)
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  store.set(connectionAtom, 'online')
  probe.mockClear()
})

const connection = () => store.get(connectionAtom)
const probed = (result: 'answered' | 'offline' | 'down', sentAt = Date.now() - 10) =>
  recordCall(result, 10, sentAt, true)

test.each(['offline', 'down'] as const)(
  'a call that fails alone is asked about, and changes nothing: %s',
  (result) => {
    recordCall(result, 10)
    recordCall(result, 10)
    expect([connection(), probe.mock.calls.length]).toEqual(['online', 1])
    probed('answered')
    vi.advanceTimersByTime(60_000)
    expect(connection()).toBe('online')
  },
)

test('what fails while the connection is back for a moment, or slow, changes nothing either', () => {
  for (const state of ['back', 'slow'] as const) {
    store.set(connectionAtom, state)
    recordCall('offline', 10)
    expect(connection()).toBe(state)
    probed('answered')
  }
})

test('a failed call and silence after it mean offline, but not if anything is answered', () => {
  recordCall('offline', 10)
  vi.advanceTimersByTime(6000)
  recordCall('offline', 10)
  vi.advanceTimersByTime(3999)
  expect(connection()).toBe('online')
  vi.advanceTimersByTime(1)
  expect(connection()).toBe('offline')
  recordCall('answered', 10)
  recordCall('offline', 10)
  vi.advanceTimersByTime(9000)
  recordCall('answered', 10)
  vi.advanceTimersByTime(60_000)
  expect(connection()).toBe('online')
})

test('a call that fails while the backend cannot be reached starts no probe, and leaves what the last one showed', () => {
  probed('down')
  recordCall('offline', 10)
  vi.advanceTimersByTime(60_000)
  expect([connection(), probe.mock.calls.length]).toEqual(['down', 0])
})

test('the browser’s events outweigh a call that failed before', () => {
  recordCall('down', 10)
  browser.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(9000)
  browser.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(1000)
  expect(connection()).toBe('back')
})

test('a probe that nobody answered means offline, an answered call back, which shows for a moment', () => {
  probed('offline')
  expect([connection(), store.get(offlineAtom)]).toEqual(['offline', true])
  recordCall('answered', 9000)
  expect([connection(), store.get(offlineAtom)]).toEqual(['back', false])
  vi.advanceTimersByTime(4000)
  expect(connection()).toBe('online')
})

test('a connection lost again meanwhile is offline until it is back', () => {
  probed('offline')
  recordCall('answered', 10)
  probed('offline')
  vi.advanceTimersByTime(10_000)
  expect(connection()).toBe('offline')
})

test.each(['offline', 'down'] as const)('a probe that ends late says nothing: %s', (result) => {
  recordCall('offline', 10)
  const sentAt = Date.now()
  vi.advanceTimersByTime(1000)
  recordCall('answered', 10)
  vi.advanceTimersByTime(60_000)
  probed(result, sentAt)
  expect(connection()).toBe('online')
  const before = Date.now()
  vi.advanceTimersByTime(10)
  browser.dispatchEvent(new Event('offline'))
  browser.dispatchEvent(new Event('online'))
  probed(result, before)
  expect(connection()).toBe('back')
  recordCall('offline', 10)
  expect(probe.mock.calls.length).toBe(2)
  probed(result)
  vi.advanceTimersByTime(20)
  probed(result)
  expect(connection()).toBe(result)
})

test('a probe answered by a gateway alone means that the backend is down, not the phone offline', () => {
  probed('down')
  expect([connection(), store.get(unreachableAtom), store.get(offlineAtom)]).toEqual(['down', true, false])
  const end = watchSlowCall(0, false)
  vi.advanceTimersByTime(1)
  expect(connection()).toBe('down')
  end()
  recordCall('answered', 10)
  expect([connection(), store.get(unreachableAtom)]).toEqual(['back', false])
  browser.dispatchEvent(new Event('offline'))
  probed('down', Date.now() - 1)
  expect(connection()).toBe('offline')
})

test('the browser’s offline event counts too', () => {
  browser.dispatchEvent(new Event('online'))
  expect(connection()).toBe('online')
  browser.dispatchEvent(new Event('offline'))
  expect(connection()).toBe('offline')
  browser.dispatchEvent(new Event('online'))
  expect(connection()).toBe('back')
})

test('a call sent before the loss does not prove that the connection is back; a later one does', () => {
  browser.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(500)
  recordCall('answered', 600)
  expect(connection()).toBe('offline')
  probed('offline')
  recordCall('answered', 700)
  expect(connection()).toBe('offline')
  recordCall('answered', 400)
  expect(connection()).toBe('back')
})

test('a response recorded late by a busy phone counts by the time of its request', () => {
  const sentAt = Date.now()
  vi.advanceTimersByTime(100)
  browser.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(3000)
  recordCall('answered', 50, sentAt)
  expect(connection()).toBe('offline')
  recordCall('answered', 50)
  expect(connection()).toBe('back')
})

test('a slow call means a slow connection, until one is quick', () => {
  const end = watchSlowCall(5000, false)
  vi.advanceTimersByTime(5000)
  expect(connection()).toBe('slow')
  end()
  recordCall('answered', 4001)
  expect(connection()).toBe('slow')
  recordCall('answered', 4000)
  expect(connection()).toBe('online')
})

test('the second of two quick responses counts too', () => {
  recordCall('answered', 10)
  store.set(connectionAtom, 'slow')
  recordCall('answered', 10)
  expect(connection()).toBe('online')
})
