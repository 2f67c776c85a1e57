import { DateTime, Duration, FixedOffsetZone } from 'luxon'

/** A moment: ms since 1970, an ISO 8601 text, or a Date. A text that names no offset is Bangkok's time. */
export type Moment = number | string | Date

/**
 * Bangkok and Vientiane have been at UTC+7 the whole year round since 1920. Luxon takes a zone given by its name from the
 * browser's `Intl`, which a slow phone feels at its first use. Language, calendar and digits are named so that luxon never
 * asks the browser for its own: in a Thai browser those would be another calendar's years.
 */
const bangkok = {
  zone: FixedOffsetZone.instance(7 * 60),
  locale: 'en',
  outputCalendar: 'gregory',
  numberingSystem: 'latn',
} as const

/**
 * As Bangkok's clocks and calendar have it; not `isValid` for what is no moment. Its `plus`, `minus` and `hasSame` ask the
 * browser for its language: days are compared by when they begin.
 */
export function inBangkok(at: Moment): DateTime {
  const there = typeof at === 'string' ? DateTime.fromISO(at, bangkok) : undefined
  // A backend may write a time in another way that browsers read, as with a space before the hour.
  return there?.isValid ? there : DateTime.fromMillis(new Date(at).getTime(), bangkok)
}

/** By a pattern of luxon's tokens (`dd/MM/yyyy HH:mm:ss`), in Bangkok; empty for what is no moment. */
export function formatInBangkok(at: Moment, pattern: string): string {
  const there = inBangkok(at)
  return there.isValid ? there.toFormat(pattern) : ''
}

/** When the day or week in Bangkok began that the moment lies in, in ms since 1970. Weeks begin on Monday. */
export function startInBangkok(unit: 'day' | 'week', at: Moment): number {
  return inBangkok(at).startOf(unit).toMillis()
}

/** `mm:ss`, from ms. Put together here, because a duration's `toFormat` asks the browser's `Intl`. */
export function formatMinutes(ms: number): string {
  const { minutes, seconds } = Duration.fromMillis(ms, bangkok).shiftTo('minutes', 'seconds')
  return [minutes, Math.floor(seconds)].map((part) => String(part).padStart(2, '0')).join(':')
}
