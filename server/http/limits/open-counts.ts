import { ApiError } from '../api-error.ts'

interface OpenCounts {
  /**
   * Adds `by` under each of these names, or throws if one of them would pass its number. The returned function takes it back, once.
   */
  take(limits: ReadonlyMap<string, number>, by?: number): () => void
  isFull(name: string, max: number): boolean
}

/** Counts what is open at the same time in this process, by name: connections, files, or bytes in memory. */
export function createOpenCounts(): OpenCounts {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  const add = (name: string, by: number) => {
    const count = of(name) + by
    if (count === 0) counts.delete(name)
    else counts.set(name, count)
  }
  return {
    isFull: (name, max) => of(name) >= max,
    take(limits, by = 1) {
      for (const [name, max] of limits) if (of(name) + by > max) throw new ApiError('REQUEST_LIMIT')
      for (const name of limits.keys()) add(name, by)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        for (const name of limits.keys()) add(name, -by)
      }
    },
  }
}
