import { type Clock, MINUTE } from '../clock.ts'
import { ApiError } from './api-error.ts'

/** Counts requests by name in the current minute, in this process: protection against floods, not a business rule. */
export function createRequestLimit(clock: Clock): (name: string, max: number) => void {
  const counts = new Map<string, number>()
  let minute = 0
  return (name, max) => {
    const now = Math.floor(clock.now().getTime() / MINUTE)
    if (now !== minute) {
      counts.clear()
      minute = now
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (max > 0 && count > max) throw new ApiError('REQUEST_LIMIT')
  }
}
