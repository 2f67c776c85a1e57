import { atom } from 'jotai'
import { store } from './store.ts'

export type Reach = 'reached' | 'lost'

/** The last call: whether it got an answer, its duration in ms, and when it was sent, in ms since 1970. */
export const lastCallAtom = atom<{ reach: Reach; tookMs: number; sentAt: number }>()

/** The calls in flight that already take too long; `tapped`: the member started it with a tap. */
export const slowCallsAtom = atom<readonly { tapped: boolean }[]>([])

/** Whether a call that the member started with a tap takes too long. */
export const longTapAtom = atom((get) => get(slowCallsAtom).some(({ tapped }) => tapped))

/** Records whether a call got an answer and its duration in ms. `sentAt` is passed where a busy phone may record it late. */
export function noteReach(reach: Reach, tookMs: number, sentAt = Date.now() - tookMs): void {
  store.set(lastCallAtom, { reach, tookMs, sentAt })
}

/** Marks a call as slow once it has taken `ms`. Returns a function that ends the mark. */
export function noteWaiting(ms: number, tapped: boolean): () => void {
  const call = { tapped }
  const timer = setTimeout(() => store.set(slowCallsAtom, (calls) => [...calls, call]), ms)
  return () => {
    clearTimeout(timer)
    if (store.get(slowCallsAtom).includes(call))
      store.set(slowCallsAtom, (calls) => calls.filter((each) => each !== call))
  }
}
