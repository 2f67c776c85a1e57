import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatInBangkok, inBangkok, startInBangkok } from './bangkok.ts'

const anyMoment = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) })
const hour = 3_600_000
const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  calendar: 'gregory',
  numberingSystem: 'latn',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const vientiane = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Vientiane',
  dateStyle: 'short',
  timeStyle: 'medium',
})

test('every time format that browsers parse is accepted', () => {
  expect(formatInBangkok('2026-11-22 10:00:00Z', 'HH:mm')).toBe('17:00')
  expect(formatInBangkok('Sun, 22 Nov 2026 10:00:00 GMT', 'HH:mm')).toBe('17:00')
})

describe('the offset equals that of the named time zone', () => {
  const shown = (at: number) => formatInBangkok(at, 'dd/MM/yyyy, HH:mm:ss')

  test('at any time from 1970 to 2100', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        expect(shown(at)).toBe(parts.format(at))
        expect(vientiane.format(at)).toBe(parts.format(at))
      }),
      { numRuns: 2000 },
    )
  })

  test('in every week from 1970 to 2100, so without daylight saving time', () => {
    const wrong: string[] = []
    for (let at = 0; at < Date.UTC(2100, 0, 1); at += 7 * 24 * hour)
      if (shown(at) !== parts.format(at)) wrong.push(parts.format(at))
    expect(wrong).toEqual([])
  })
})

test('a text, a number and a Date of the same time are equal', () => {
  fc.assert(
    fc.property(anyMoment, (at) => {
      const iso = new Date(at).toISOString()
      expect([inBangkok(iso).toMillis(), inBangkok(new Date(at)).toMillis()]).toEqual([at, at])
    }),
  )
})

test('a text without an offset is in Bangkok time, in any time zone of the phone', () => {
  expect(inBangkok('2026-01-01T00:00:00').toMillis()).toBe(Date.UTC(2025, 11, 31, 17))
  expect(inBangkok('2026-01-01').toMillis()).toBe(Date.UTC(2025, 11, 31, 17))
  expect(inBangkok('2026-01-01T00:00:00+02:00').toMillis()).toBe(Date.UTC(2025, 11, 31, 22))
})

test('a day starts at midnight in Bangkok, a week on Monday', () => {
  fc.assert(
    fc.property(anyMoment, fc.constantFrom('day' as const, 'week' as const), (at, unit) => {
      const start = startInBangkok(unit, at)
      const length = (unit === 'day' ? 1 : 7) * 24 * hour
      expect(at - start).toBeGreaterThanOrEqual(0)
      expect(at - start).toBeLessThan(length)
      expect(formatInBangkok(start, 'HH:mm:ss.SSS')).toBe('00:00:00.000')
      expect(startInBangkok(unit, start)).toBe(start)
      expect(startInBangkok(unit, start + length)).toBe(start + length)
      expect(unit === 'day' || new Date(start + 7 * hour).getUTCDay() === 1).toBe(true)
    }),
  )
})

describe('the browser’s locale is not used', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('neither its language nor its calendar, digits or time zone', async () => {
    const asked = vi.fn<(name: string | symbol) => void>()
    vi.resetModules()
    vi.stubGlobal('Intl', new Proxy({}, { get: (_, name) => asked(name) }))
    vi.stubGlobal('navigator', { language: 'th-TH-u-ca-buddhist-nu-thai' })
    const fresh = await import('./bangkok.ts')
    const newYear = '2025-12-31T17:00:05Z'
    expect(fresh.formatInBangkok(newYear, 'dd/MM/yyyy HH:mm:ss')).toBe('01/01/2026 00:00:05')
    expect(fresh.startInBangkok('week', newYear)).toBe(Date.UTC(2025, 11, 28, 17))
    expect(asked).not.toHaveBeenCalled()
  })
})
