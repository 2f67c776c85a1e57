import { groupThousands } from '#lib/digits.ts'
import { formatSatang } from '#lib/money.ts'

/** `1,234.50 ฿`, from satang; no line ends between the two. */
export function formatMoney(satang: number): string {
  return `${formatSatang(satang)}\u00A0฿`
}

/**
 * A whole number, `1,234`. Texts on the first screen use this instead of `Plural`, because loading the browser's own number
 * format is slow on every start of a slow phone.
 */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}
