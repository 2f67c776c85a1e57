import { type Column, gt, lte, or, type SQL } from 'drizzle-orm'
import { later, MINUTE } from '../clock.ts'

/** How far the clocks of two processes may differ, in ms: what another has written just now must not look as if it lasted too long. */
const CLOCKS_DIFFER = MINUTE

/**
 * Whether the time in this column is over. One that is further away than `longest`, in ms, was written by a clock that was ahead, and is over
 * too: nothing is held, and nobody kept out, until that clock's time comes.
 */
export const isTimeOver = (until: Column, now: Date, longest: number): SQL | undefined =>
  or(lte(until, now), gt(until, later(now, longest + CLOCKS_DIFFER)))
