import { type Clock, MINUTE } from '../../clock.ts'
import { ApiError } from '../api-error.ts'

/** Counts that several processes keep together. */
export interface SharedCounts {
  /** Adds to the counts of these names and returns what all processes have counted. Rejects while that cannot be known. */
  add(counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
}

/** How many times a member's requests an address may send: many members share the address of a mobile network. */
export const ADDRESS_SHARE = 10

/** How often a process shares its counts with the others, in ms: no request waits for it, and none costs a round trip. */
const SHARE_EVERY = 200

/**
 * Counts requests by name in the current minute: protection against floods, not a business rule. With `shared` the requests of
 * other processes count too, a moment later; while they cannot be known, this process counts alone.
 */
export function createRequestLimit(clock: Clock, shared?: SharedCounts): (name: string, max: number) => void {
  const counts = new Map<string, number>()
  const ofOthers = new Map<string, number>()
  let unshared = new Map<string, number>()
  let isSharing = false
  let minute = 0

  async function share(): Promise<void> {
    const [shares, during] = [unshared, minute]
    unshared = new Map()
    const sent = new Map([...shares.keys()].map((name) => [name, counts.get(name) ?? 0]))
    try {
      const totals = await shared?.add(new Map([...shares].map(([name, by]) => [`${during}:${name}`, by])))
      if (during !== minute) return
      for (const [name, mine] of sent)
        ofOthers.set(name, Math.max(0, (totals?.get(`${during}:${name}`) ?? 0) - mine))
    } catch {
      // Counts that could not be shared hold in this process alone.
    }
  }

  function shareSoon(): void {
    if (isSharing || unshared.size === 0) return
    isSharing = true
    const timer = setTimeout(() => {
      void share().then(() => {
        isSharing = false
        shareSoon()
      })
    }, SHARE_EVERY)
    timer.unref()
  }

  return (name, max) => {
    const now = Math.floor(clock.now().getTime() / MINUTE)
    if (now !== minute) {
      counts.clear()
      ofOthers.clear()
      unshared.clear()
      minute = now
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (max === 0) return
    if (shared) {
      unshared.set(name, (unshared.get(name) ?? 0) + 1)
      shareSoon()
    }
    if (count + (ofOthers.get(name) ?? 0) > max) throw new ApiError('REQUEST_LIMIT')
  }
}
