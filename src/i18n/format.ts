import { i18n } from '@lingui/core'
import { formatInBangkok, inBangkok, startInBangkok, type Moment } from '#lib/bangkok.ts'
import { clockTime } from '#lib/dates/clock-time.ts'
import type { Locale } from '#lib/text/locale-codes.ts'

/** `DD/MM/YYYY`, Gregorian, in Bangkok; empty for an invalid date. */
export const formatDate = (at: Moment): string => formatInBangkok(at, 'dd/MM/yyyy')

const formatClock = (at: Moment, pattern: string): string =>
  clockTime(formatInBangkok(at, pattern), i18n.locale)

/** `HH:mm` in Bangkok, in the screen's language, as are the next two. */
export const formatTime = (at: Moment): string => formatClock(at, 'HH:mm')

/** `DD/MM/YYYY HH:mm:ss` in Bangkok. */
export const formatDateTime = (at: Moment): string => formatClock(at, 'dd/MM/yyyy HH:mm:ss')

/** `DD/MM/YYYY HH:mm` in Bangkok, where the line is short or the second says nothing. */
export const formatDateTimeShort = (at: Moment): string => formatClock(at, 'dd/MM/yyyy HH:mm')

/** The day in Bangkok, `YYYY-MM-DD`: equal for moments of the same day there. */
export const bangkokDay = (at: Moment): string => formatInBangkok(at, 'yyyy-MM-dd')

export function dayKey(at: Moment, now: Moment): 'today' | 'yesterday' | 'earlier' {
  const today = startInBangkok('day', now)
  const day = startInBangkok('day', at)
  if (day === today) return 'today'
  return day === startInBangkok('day', today - 1) ? 'yesterday' : 'earlier'
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const
type Unit = (typeof units)[number][0]

// Desktop browsers have no Lao in Intl, so the texts are our own.
const words: Record<Locale, { now: string; past: string; ago: (count: number, unit: Unit) => string }> = {
  en: {
    now: 'just now',
    past: 'earlier',
    ago: (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'} ago`,
  },
  th: { now: 'เมื่อสักครู่', past: 'ก่อนหน้านี้', ago: (count, unit) => `${count} ${thai[unit]}ที่แล้ว` },
  la: { now: 'ເມື່ອຄູ່ນີ້', past: 'ກ່ອນໜ້ານີ້', ago: (count, unit) => `${count} ${lao[unit]}ກ່ອນ` },
}
const thai: Record<Unit, string> = {
  year: 'ปี',
  month: 'เดือน',
  day: 'วัน',
  hour: 'ชั่วโมง',
  minute: 'นาที',
  second: 'วินาที',
}
const lao: Record<Unit, string> = {
  year: 'ປີ',
  month: 'ເດືອນ',
  day: 'ມື້',
  hour: 'ຊົ່ວໂມງ',
  minute: 'ນາທີ',
  second: 'ວິນາທີ',
}

/**
 * `2 minutes ago`, in the largest unit that fits. A moment slightly in the future, by a clock that runs behind, is "just now";
 * one far in the future, by a clock that was set back, has no known age.
 */
export function formatRelative(at: Moment, now: Moment, locale: Locale): string {
  const age = inBangkok(now).toMillis() - inBangkok(at).toMillis()
  if (Number.isNaN(age)) return ''
  if (age < -minute) return words[locale].past
  const fitting = units.find(([, size]) => age >= size)
  if (!fitting) return words[locale].now
  const [unit, size] = fitting
  return words[locale].ago(Math.floor(age / size), unit)
}
