import { setTimeout } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** Resolves after this many milliseconds. */
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = { now: () => new Date(), wait: (ms) => setTimeout(ms) }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Adds milliseconds to a time; negative ones go back. */
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
