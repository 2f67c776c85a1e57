import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../clock.ts'
import { quietFor } from './quiet-hours.ts'

test.each([
  ['22:00', '07:00', '21:59', 0],
  ['22:00', '07:00', '22:00', 9 * HOUR],
  ['22:00', '07:00', '00:00', 7 * HOUR],
  ['22:00', '07:00', '06:59', MINUTE],
  ['22:00', '07:00', '07:00', 0],
  ['12:00', '13:30', '12:30', HOUR],
  ['12:00', '13:30', '11:59', 0],
  ['12:00', '13:30', '13:30', 0],
  ['08:00', '08:00', '08:00', 0],
  ['', '', '03:00', 0],
  ['22:00', '', '23:00', 0],
])('from %s until %s in Bangkok, at %s', (quietFrom, quietUntil, at, left) => {
  expect(quietFor(new Date(`2026-03-01T${at}:00+07:00`), { quietFrom, quietUntil })).toBe(left)
})
