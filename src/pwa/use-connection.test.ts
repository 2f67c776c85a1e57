import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { noteReach, noteWaiting } from '#lib/reachability.ts'
import { store } from '#lib/store.ts'
import { connectionAtom, followConnection, offlineAtom } from './use-connection.ts'

const browser = new EventTarget()
beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  followConnection()
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
beforeEach(() => store.set(connectionAtom, 'online'))

const connection = () => store.get(connectionAtom)

test('a lost call means offline, an answered one back, and that is said for a moment', () => {
  noteReach('lost', 10)
  expect([connection(), store.get(offlineAtom)]).toEqual(['offline', true])
  noteReach('reached', 9000)
  expect([connection(), store.get(offlineAtom)]).toEqual(['back', false])
  vi.advanceTimersByTime(4000)
  expect(connection()).toBe('online')
})

test('whoever loses it again while that is said is offline until it is back', () => {
  noteReach('lost', 10)
  noteReach('reached', 10)
  noteReach('lost', 10)
  vi.advanceTimersByTime(10_000)
  expect(connection()).toBe('offline')
})

test('the browser’s word counts as well', () => {
  browser.dispatchEvent(new Event('online'))
  expect(connection()).toBe('online')
  browser.dispatchEvent(new Event('offline'))
  expect(connection()).toBe('offline')
  browser.dispatchEvent(new Event('online'))
  expect(connection()).toBe('back')
})

test('an answer on its way when the line went does not bring it back; one that was asked for since does', () => {
  browser.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(500)
  noteReach('reached', 600)
  expect(connection()).toBe('offline')
  noteReach('lost', 10)
  noteReach('reached', 700)
  expect(connection()).toBe('offline')
  noteReach('reached', 400)
  expect(connection()).toBe('back')
})

test('an answer that a busy phone hears of late counts by when it was asked for', () => {
  const sentAt = Date.now()
  vi.advanceTimersByTime(100)
  browser.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(3000)
  noteReach('reached', 50, sentAt)
  expect(connection()).toBe('offline')
  noteReach('reached', 50)
  expect(connection()).toBe('back')
})

test('a call that takes long or took long means slow, until one is quick', () => {
  const end = noteWaiting(5000, false)
  vi.advanceTimersByTime(5000)
  expect(connection()).toBe('slow')
  end()
  noteReach('reached', 4001)
  expect(connection()).toBe('slow')
  noteReach('reached', 4000)
  expect(connection()).toBe('online')
})

test('of two quick answers in a row the second counts too', () => {
  noteReach('reached', 10)
  store.set(connectionAtom, 'slow')
  noteReach('reached', 10)
  expect(connection()).toBe('online')
})
