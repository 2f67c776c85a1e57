export type Reach = 'reached' | 'lost'
type Listener = (reach: Reach, tookMs: number) => void
type WaitListener = (waits: Waits) => void

/** What has been waited for longer than one should have to wait. */
export interface Waits {
  /** Calls of any kind. */
  any: boolean
  /** Calls for which somebody has tapped. */
  tapped: boolean
}

const listeners = new Set<Listener>()
const waitListeners = new Set<WaitListener>()
const waiting = new Set<{ tapped: boolean }>()

/** Notes that a call got an answer, or got none, and how long that took. */
export function noteReach(reach: Reach, tookMs: number): void {
  for (const listener of listeners) listener(reach, tookMs)
}

/** Calls back after every call. Returns what ends it. */
export function onReach(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells that a call takes long, once it has taken `ms`. Returns what says that it is over. */
export function noteWaiting(ms: number, tapped: boolean): () => void {
  const call = { tapped }
  const timer = setTimeout(() => {
    waiting.add(call)
    tell()
  }, ms)
  return () => {
    clearTimeout(timer)
    if (waiting.delete(call)) tell()
  }
}

/** Calls back when a call begins to take long, and when such a call is over. */
export function onWaiting(listener: WaitListener): () => void {
  waitListeners.add(listener)
  return () => waitListeners.delete(listener)
}

function tell(): void {
  const tapped = [...waiting].some((call) => call.tapped)
  for (const listener of waitListeners) listener({ any: waiting.size > 0, tapped })
}
