import { ApiError } from '../http/api-error.ts'

export interface OpenCounts {
  /** Counts one more under each of these names, or throws if one of them is full. The returned function takes it back, once. */
  take(limits: ReadonlyMap<string, number>): () => void
  isFull(name: string, max: number): boolean
}

/** Counts what is open at the same time in this process, by name. */
export function createOpenCounts(): OpenCounts {
  const counts = new Map<string, number>()
  const isFull = (name: string, max: number) => (counts.get(name) ?? 0) >= max
  const add = (name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by
    if (count === 0) counts.delete(name)
    else counts.set(name, count)
  }
  return {
    isFull,
    take(limits) {
      for (const [name, max] of limits) if (isFull(name, max)) throw new ApiError('REQUEST_LIMIT')
      for (const name of limits.keys()) add(name, 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        for (const name of limits.keys()) add(name, -1)
      }
    },
  }
}
