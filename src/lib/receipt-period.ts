const DAY = 86_400_000
/** Bangkok and Vientiane, the whole year round. */
const BANGKOK = 7 * 3_600_000

export type ReceiptPeriod = 'limit' | 'day' | 'week'

/**
 * From when the receipts of a bonus count, in ms since 1970: the beginning of the present day in Bangkok, or of the present
 * week there, which starts on Monday; 0 for a bonus counted over all time.
 */
export function countedSince(type: ReceiptPeriod, now: number): number {
  if (type === 'limit') return 0
  const day = Math.floor((now + BANGKOK) / DAY)
  // Day 0, the first of January 1970, was a Thursday.
  const first = type === 'day' ? day : day - ((day + 3) % 7)
  return first * DAY - BANGKOK
}
