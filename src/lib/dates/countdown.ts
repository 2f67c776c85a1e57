/** Milliseconds left until `expireIn` (ms since 1970), never below zero. */
export function remainingMs(expireIn: number, now: number): number {
  return Math.max(0, expireIn - now)
}

/** `mm:ss`. Rounded up, so that 00:00 shows only when nothing is left. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
