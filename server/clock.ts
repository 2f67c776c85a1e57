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

/** How far the machine's clock may be from the shared one, in ms, before it is corrected: steps of less would only disturb the order of rows. */
const TOLERANCE = SECOND

export interface SharedClock extends Clock {
  /** Compares the machine's clock with the shared one. Resolves to the correction in ms, if it has changed. */
  compare(): Promise<number | undefined>
}

/**
 * A clock that all processes of one database have in common, although their machines' clocks differ: a lease, a code's end and the time
 * of a payment are written by one process and judged by another. `readShared` asks the database.
 */
export function createSharedClock(readShared: () => Promise<Date>): SharedClock {
  let correction = 0
  return {
    now: () => later(systemClock.now(), correction),
    wait: systemClock.wait,
    async compare() {
      const [askedAt, began] = [Date.now(), performance.now()]
      const shared = await readShared()
      const took = performance.now() - began
      const difference = shared.getTime() - (askedAt + took / 2)
      // The answer is as inexact as its way was long.
      if (Math.abs(difference - correction) <= TOLERANCE + took / 2) return undefined
      correction = Math.abs(difference) <= TOLERANCE ? 0 : Math.round(difference)
      return correction
    },
  }
}
