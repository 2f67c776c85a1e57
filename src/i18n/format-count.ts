import { groupThousands } from '#lib/money/digits.ts'

/**
 * A whole number, `1,234`. Texts on the first screen use this instead of `Plural`, because loading the browser's own number
 * format is slow on every start of a slow phone.
 */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}
