import { DateTime, FixedOffsetZone } from 'luxon'

/** A point in time: ms since 1970, an ISO 8601 text, or a Date. A text without an offset is in Bangkok time. */
export type Moment = number | string | Date

/**
 * Bangkok and Vientiane have been at UTC+7 all year round since 1920. Luxon resolves a named zone with the browser's `Intl`,
 * whose first use is slow on slow phones. Language, calendar and digits are given explicitly, because in a Thai browser the
 * defaults would be Buddhist years.
 */
const bangkok = {
  zone: FixedOffsetZone.instance(7 * 60),
  locale: 'en',
  outputCalendar: 'gregory',
  numberingSystem: 'latn',
} as const

/**
 * The time in Bangkok; its `isValid` is false where `at` is not a time. Do not use its `plus`, `minus` and `hasSame`, which
 * ask the browser's `Intl`: compare days by `startInBangkok`.
 */
export function inBangkok(at: Moment): DateTime {
  const there = typeof at === 'string' ? DateTime.fromISO(at, bangkok) : undefined
  // Some backends write times that are not ISO 8601 but that `Date` parses, such as a space before the hour.
  return there?.isValid ? there : DateTime.fromMillis(new Date(at).getTime(), bangkok)
}

/** Formats in Bangkok time by luxon's tokens (`dd/MM/yyyy HH:mm:ss`); empty where `at` is not a time. */
export function formatInBangkok(at: Moment, pattern: string): string {
  const there = inBangkok(at)
  return there.isValid ? there.toFormat(pattern) : ''
}

/** The start of the Bangkok day or week (Monday) that contains `at`, in ms since 1970. */
export function startInBangkok(unit: 'day' | 'week', at: Moment): number {
  return inBangkok(at).startOf(unit).toMillis()
}
