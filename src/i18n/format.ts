import { groupThousands } from '#lib/digits.ts'
import { formatSatang } from '#lib/money.ts'
import type { Locale } from './locales.ts'

/** A moment: ms since 1970, an ISO 8601 text, or a Date. */
export type Moment = number | string | Date

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
/** Bangkok and Vientiane, the whole year round. */
const bangkokOffset = 7 * hour

/** `1,234.50 ฿`, from satang. */
export function formatMoney(satang: number): string {
  return `${formatSatang(satang)} ฿`
}

/**
 * A whole number, `1,234`. A text that stands on the first screen takes its number so, not by `Plural`: the browser's own
 * number format has to be read in on every start, which a slow phone feels.
 */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}

/** `+1,234.50 ฿` or `−1,234.50 ฿`: the caller says which way the money went, the amount's own sign does not count. */
export function formatSignedMoney(satang: number, sign: '+' | '-' | ''): string {
  return `${sign === '-' ? '\u2212' : sign}${formatMoney(Math.abs(satang))}`
}

/** `YYYY-MM-DDTHH:mm:ss` as the clock on the wall in Bangkok shows it; undefined for what is no moment. */
function wallClock(at: Moment): string | undefined {
  const shifted = new Date(new Date(at).getTime() + bangkokOffset)
  return Number.isNaN(shifted.getTime()) ? undefined : shifted.toISOString().slice(-24, -5)
}

/** `DD/MM/YYYY`, Gregorian, in Bangkok; empty for what is no moment. */
export function formatDate(at: Moment): string {
  return bangkokDay(at).replace(/(\d+)-(\d+)-(\d+)/u, '$3/$2/$1')
}

/** `HH:mm` in Bangkok. */
export function formatTime(at: Moment): string {
  return wallClock(at)?.slice(11, 16) ?? ''
}

/** `DD/MM/YYYY HH:mm:ss` in Bangkok. */
export function formatDateTime(at: Moment): string {
  return `${formatDate(at)} ${wallClock(at)?.slice(11) ?? ''}`.trim()
}

/** The day in Bangkok, `YYYY-MM-DD`: equal for moments of the same day there. */
export function bangkokDay(at: Moment): string {
  return wallClock(at)?.slice(0, 10) ?? ''
}

export function dayKey(at: Moment, now: Moment): 'today' | 'yesterday' | 'earlier' {
  if (bangkokDay(at) === bangkokDay(now)) return 'today'
  return bangkokDay(at) === bangkokDay(new Date(now).getTime() - day) ? 'yesterday' : 'earlier'
}

const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const
type Unit = (typeof units)[number][0]

// Browsers on desktops know no Lao, so the words are our own.
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
 * `2 minutes ago`, in the largest unit that fits. What is yet to come by a clock that runs a little behind is just now; by one
 * that was set back, its age is not known.
 */
export function formatRelative(at: Moment, now: Moment, locale: Locale): string {
  const age = new Date(now).getTime() - new Date(at).getTime()
  if (Number.isNaN(age)) return ''
  if (age < -minute) return words[locale].past
  const fitting = units.find(([, size]) => age >= size)
  if (!fitting) return words[locale].now
  const [unit, size] = fitting
  return words[locale].ago(Math.floor(age / size), unit)
}
