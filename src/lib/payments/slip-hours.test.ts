import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { closesDaily, isClosed } from './slip-hours.ts'

const at = (time: string) => Date.parse(`2026-01-01T${time}:00+07:00`)

test.each([
  ['', '', '12:00', false],
  ['', '01:00', '00:30', false],
  ['10:00', '10:00', '10:00', false],
  ['23:00', '01:00', '22:59', false],
  ['23:00', '01:00', '23:00', true],
  ['23:00', '01:00', '00:00', true],
  ['23:00', '01:00', '00:59', true],
  ['23:00', '01:00', '01:00', false],
  ['01:00', '23:00', '12:00', true],
  ['01:00', '23:00', '23:00', false],
  ['00:00', '00:01', '00:00', true],
  ['25:00', '26:00', '12:00', false],
  ['9:00', '10:00', '09:30', false],
])('closed from %j until %j, at %s in Bangkok: %s', (closedFrom, closedUntil, time, closed) => {
  expect(isClosed({ closedFrom, closedUntil }, at(time))).toBe(closed)
})

const day = 24 * 60
const time = fc.nat(day - 1)
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

test('it is closed for exactly the minutes between the times', () => {
  fc.assert(
    fc.property(time, time, (from, until) => {
      const hours = { enabled: true, closedFrom: clock(from), closedUntil: clock(until) }
      const start = at('00:00')
      const closed = Array.from({ length: day }, (_, minute) => isClosed(hours, start + minute * 60_000))
      expect(closed.filter(Boolean)).toHaveLength((until - from + day) % day)
      expect(closesDaily(hours)).toBe(from !== until)
    }),
    { numRuns: 50 },
  )
})
