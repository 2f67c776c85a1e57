import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isServerTimeKnown, noteServerDate, resetServerClock, serverNow, serverTime } from './clock.ts'
import { storageKeys } from './storage-keys.ts'

const phone = Date.parse('2026-03-01T10:00:00Z')
const header = (at: number) => new Date(at).toUTCString()

beforeEach(() => {
  vi.useFakeTimers({ now: phone })
})
afterEach(() => {
  resetServerClock()
  vi.useRealTimers()
})

test('before the first answer the phone is believed', () => {
  expect(serverNow()).toBe(phone)
})

test('any run of answers, slow ones too, ends within half a round trip and half a second', () => {
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

test('an old answer out of a cache does not turn the clock back', () => {
  noteServerDate(header(phone + 5000), phone, phone + 100)
  const learnt = serverNow()
  noteServerDate(header(phone - 3_600_000), phone + 200, phone + 201)
  expect(serverNow()).toBe(learnt)
})

test.each([null, undefined, '', 'yesterday'])('a header of %s is ignored', (value) => {
  noteServerDate(value, phone, phone + 10)
  expect([serverNow(), isServerTimeKnown()]).toEqual([phone, false])
})

test('an answer from before its request is ignored: the clock was set meanwhile', () => {
  noteServerDate(header(phone), phone, phone - 60_000)
  expect(serverNow()).toBe(phone)
})

test('a wrong clock is known again at the next visit; a right one leaves nothing behind', async () => {
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

test('a clock that was set in the middle of a visit is learnt anew at once, whichever way', () => {
  const hour = 60 * 60_000
  noteServerDate(header(phone), phone, phone + 10)
  for (const moved of [hour, -2 * hour]) {
    vi.setSystemTime(Date.now() + moved)
    const now = Date.now()
    noteServerDate(header(phone), now, now + 10)
    expect(Math.abs(serverNow() - phone)).toBeLessThanOrEqual(1000)
  }
})
