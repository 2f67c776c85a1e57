import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerDate, resetServerClock, serverNow } from './clock.ts'

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
  expect(serverNow()).toBe(phone)
})

test('an answer from before its request is ignored: the clock was set meanwhile', () => {
  noteServerDate(header(phone), phone, phone - 60_000)
  expect(serverNow()).toBe(phone)
})
