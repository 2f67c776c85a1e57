export type Reach = 'reached' | 'lost'
type Listener = (reach: Reach, tookMs: number) => void

const listeners = new Set<Listener>()

/** Notes that a call got an answer, or got none, and how long that took. */
export function noteReach(reach: Reach, tookMs: number): void {
  for (const listener of listeners) listener(reach, tookMs)
}

/** Calls back after every call. Returns what ends it. */
export function onReach(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
