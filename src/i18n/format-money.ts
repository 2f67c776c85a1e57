import { groupThousands } from '#lib/digits.ts'
import { formatSatang } from '#lib/money.ts'

/** `1,234.50 ฿`, from satang. */
export function formatMoney(satang: number): string {
  return `${formatSatang(satang)} ฿`
}

/**
 * A whole number, `1,234`. A text that stands on the first screen takes its number so, not by `Plural`: the browser's own
 * number format has to be read in on every start, which a slow phone feels.
 */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}
