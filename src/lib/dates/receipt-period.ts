import { startInBangkok } from '#lib/bangkok.ts'

type ReceiptPeriod = 'limit' | 'day' | 'week'

/**
 * The time from which the receipts of a bonus count, in ms since 1970: the start of the current day or week (Monday) in Bangkok,
 * or 0 for a bonus counted over all time.
 */
export function countedSince(type: ReceiptPeriod, now: number): number {
  return type === 'limit' ? 0 : startInBangkok(type, now)
}
