/** One measurement of `npm run bench`. */
export interface Bench {
  /** Says what is measured and how, in a sentence or two. */
  about: string
  /** True if it needs neither a browser nor the built app. */
  isServerOnly?: boolean
  /** What is missing on this machine; then it is skipped and its former table stays. */
  missing?: () => string | undefined
  run: () => Promise<BenchTable>
}

export interface BenchTable {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  /** Says what else a reader of the table should know. */
  note?: string
}

/** The quantile of sorted numbers, for a fraction from 0 to 1. */
export function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? NaN
}
