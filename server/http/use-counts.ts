export interface UseCounts {
  of(name: string): number
  /** `by` is negative for what is no longer in use. */
  add(name: string, by: number): void
}

/** Counts what is in use by name, such as open files or bytes in memory. */
export function createUseCounts(): UseCounts {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    add(name, by) {
      const count = of(name) + by
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}
