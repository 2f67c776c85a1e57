import { startInBangkok } from './bangkok.ts'

export type ReceiptPeriod = 'limit' | 'day' | 'week'

/**
 * From when the receipts of a bonus count, in ms since 1970: the beginning of the present day in Bangkok, or of the present
 * week there, which starts on Monday; 0 for a bonus counted over all time.
 */
export function countedSince(type: ReceiptPeriod, now: number): number {
  return type === 'limit' ? 0 : startInBangkok(type, now)
}
