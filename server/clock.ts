export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Milliseconds before or after a time. */
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
