import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import {
  bangkokDay,
  dayKey,
  formatDate,
  formatDateTime,
  formatDateTimeShort,
  formatRelative,
  formatTime,
} from './format.ts'

test('times are in Bangkok’s time zone, dates Gregorian', () => {
  const newYear = '2025-12-31T17:00:05Z'
  expect(formatDateTime(newYear)).toBe('01/01/2026 00:00:05')
  expect(formatDateTime(Date.parse(newYear))).toBe('01/01/2026 00:00:05')
  expect(formatDateTimeShort(newYear)).toBe('01/01/2026 00:00')
  expect(formatDate(new Date(newYear))).toBe('01/01/2026')
  expect(formatTime('2025-12-31T16:59:59.999Z')).toBe('23:59')
  expect(bangkokDay(newYear)).toBe('2026-01-01')
})

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each([
  ['th', '\u00A0น.'],
  ['la', ''],
  ['en', ''],
])('in %s a time of day ends in "%s", a date does not', (locale, word) => {
  i18n.loadAndActivate({ locale, messages: {} })
  const at = '2026-03-01T07:05:09Z'
  expect(formatTime(at)).toBe(`14:05${word}`)
  expect(formatDateTime(at)).toBe(`01/03/2026 14:05:09${word}`)
  expect(formatDateTimeShort(at)).toBe(`01/03/2026 14:05${word}`)
  expect(formatDate(at)).toBe('01/03/2026')
  expect(formatTime('soon')).toBe('')
})

test.each(['', 'soon', Number.NaN])('%j is no moment and shows nothing', (at) => {
  expect([
    formatDateTime(at),
    formatDateTimeShort(at),
    formatDate(at),
    formatTime(at),
    formatRelative(at, 0, 'en'),
  ]).toEqual(['', '', '', '', ''])
})

test.each([
  ['2026-03-01T17:30:00Z', 'today'],
  ['2026-03-01T16:59:59Z', 'yesterday'],
  ['2026-02-28T17:00:00Z', 'yesterday'],
  ['2026-02-28T16:59:59Z', 'earlier'],
])('on 2 March in Bangkok, %s was %s', (at, key) => {
  expect(dayKey(at, '2026-03-02T02:00:00Z')).toBe(key)
})

const day = 86_400_000
test.each([
  [-5000, 'just now', 'เมื่อสักครู่', 'ເມື່ອຄູ່ນີ້'],
  [-24 * 60 * 60_000, 'earlier', 'ก่อนหน้านี้', 'ກ່ອນໜ້ານີ້'],
  [-60_000, 'just now', 'เมื่อสักครู่', 'ເມື່ອຄູ່ນີ້'],
  [999, 'just now', 'เมื่อสักครู่', 'ເມື່ອຄູ່ນີ້'],
  [1000, '1 second ago', '1 วินาทีที่แล้ว', '1 ວິນາທີກ່ອນ'],
  [59_999, '59 seconds ago', '59 วินาทีที่แล้ว', '59 ວິນາທີກ່ອນ'],
  [60_000, '1 minute ago', '1 นาทีที่แล้ว', '1 ນາທີກ່ອນ'],
  [7_200_000, '2 hours ago', '2 ชั่วโมงที่แล้ว', '2 ຊົ່ວໂມງກ່ອນ'],
  [29 * day, '29 days ago', '29 วันที่แล้ว', '29 ມື້ກ່ອນ'],
  [30 * day, '1 month ago', '1 เดือนที่แล้ว', '1 ເດືອນກ່ອນ'],
  [364 * day, '12 months ago', '12 เดือนที่แล้ว', '12 ເດືອນກ່ອນ'],
  [730 * day, '2 years ago', '2 ปีที่แล้ว', '2 ປີກ່ອນ'],
])('%d ms back is "%s"', (age, en, th, la) => {
  const now = Date.parse('2026-03-01T00:00:00Z')
  expect(formatRelative(now - age, now, 'en')).toBe(en)
  expect(formatRelative(now - age, now, 'th')).toBe(th)
  expect(formatRelative(now - age, now, 'la')).toBe(la)
})
