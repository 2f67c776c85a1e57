import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  noteClockSet,
  isServerTimeKnown,
  noteServerDate,
  resetServerClock,
  serverNow,
  serverTime,
} from './clock.ts'
import { storageKeys } from '#lib/storage-keys.ts'

const phone = Date.parse('2026-03-01T10:00:00Z')
const header = (at: number) => new Date(at).toUTCString()

beforeEach(() => {
  vi.useFakeTimers({ now: phone })
})
afterEach(() => {
  resetServerClock()
  vi.useRealTimers()
})

test('before the first response the phone’s clock is used', () => {
  expect(serverNow()).toBe(phone)
})

test('after any sequence of responses, slow ones too, the error is within half a round trip and half a second', () => {
  const trip = fc.record({ there: fc.nat(4000), back: fc.nat(4000), pause: fc.nat(10_000) })
  fc.assert(
    fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.array(trip, { minLength: 1 }), (ahead, trips) => {
      resetServerClock()
      let now = phone
      let fastest = Infinity
      for (const { there, back, pause } of trips.slice(-8)) {
        noteServerDate(header(now + there + ahead), now, now + there + back)
        fastest = Math.min(fastest, there + back)
        now += there + back + pause
      }
      expect(Math.abs(serverNow() - (phone + ahead))).toBeLessThanOrEqual((fastest + 1000) / 2)
    }),
  )
})

test('an old response from a cache does not set the clock back', () => {
  noteServerDate(header(phone + 5000), phone, phone + 100)
  const learnt = serverNow()
  noteServerDate(header(phone - 3_600_000), phone + 200, phone + 201)
  expect(serverNow()).toBe(learnt)
})

test.each([null, undefined, '', 'yesterday'])('a header of %s is ignored', (value) => {
  noteServerDate(value, phone, phone + 10)
  expect([serverNow(), isServerTimeKnown()]).toEqual([phone, false])
})

test('a response older than its request is ignored, because the clock was set meanwhile', () => {
  noteServerDate(header(phone), phone, phone - 60_000)
  expect(serverNow()).toBe(phone)
})

test('the offset of a wrong clock is stored for the next visit; that of a right one is not', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  const day = 24 * 60 * 60_000
  noteServerDate(header(phone - day), phone, phone + 10)
  const learnt = serverNow()
  vi.resetModules()
  const nextVisit = await import('./clock.ts')
  expect(Math.abs(nextVisit.serverNow() - learnt)).toBeLessThanOrEqual(1000)
  expect(serverTime(phone) - phone).toBe(learnt - Date.now())
  resetServerClock()
  noteServerDate(header(phone), phone, phone + 10)
  expect(kept.has(storageKeys.clock)).toBe(false)
  vi.unstubAllGlobals()
})

test('after the clock is set during a visit, forwards or backwards, the offset is updated at once', () => {
  const hour = 60 * 60_000
  noteServerDate(header(phone), phone, phone + 10)
  for (const moved of [hour, -2 * hour]) {
    vi.setSystemTime(Date.now() + moved)
    const now = Date.now()
    noteServerDate(header(phone), now, now + 10)
    expect(Math.abs(serverNow() - phone)).toBeLessThanOrEqual(1000)
  }
})

test('a clock that is set back is noticed without a response too, once, and the server’s time goes on', () => {
  const hour = 60 * 60_000
  noteServerDate(header(phone), phone, phone + 10)
  const before = noteClockSet()
  const learnt = serverNow()
  vi.setSystemTime(Date.now() - 2 * hour)
  expect(noteClockSet() - before).toBe(2 * hour)
  expect(serverNow()).toBe(learnt)
  expect(noteClockSet() - before).toBe(2 * hour)
  // As after a phone's sleep.
  vi.setSystemTime(Date.now() + hour)
  expect(noteClockSet() - before).toBe(2 * hour)
  expect(serverNow()).toBe(learnt + hour)
})
