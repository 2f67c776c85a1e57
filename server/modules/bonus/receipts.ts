const DAY = 86_400_000
const BANGKOK = 7 * 3_600_000

/** When the present day or week (from Monday) began in Bangkok, in ms; 0 for a bonus counted over all time. */
export function countedSince(type: 'limit' | 'day' | 'week', now: number): number {
  if (type === 'limit') return 0
  const day = Math.floor((now + BANGKOK) / DAY)
  // Day 0, the first of January 1970, was a Thursday.
  const first = type === 'day' ? day : day - ((day + 3) % 7)
  return first * DAY - BANGKOK
}
