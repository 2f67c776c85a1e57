/** Something measured. */
export interface Bench {
  /** What is measured and how, in a sentence or two. */
  about: string
  run: () => Promise<BenchTable>
}

export interface BenchTable {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  /** What a reader of the table should know besides. */
  note?: string
}

/** Of sorted numbers, the one below which this part of them lies. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
