import { formatMinutes } from './bangkok.ts'

/** Milliseconds left until `expireIn` (ms since 1970), never below zero. */
export function remainingMs(expireIn: number, now: number): number {
  return Math.max(0, expireIn - now)
}

/** `mm:ss`. Rounded up, so that 00:00 shows only when nothing is left. */
export function formatCountdown(ms: number): string {
  return formatMinutes(Math.max(0, Math.ceil(ms / 1000)) * 1000)
}
