import { atom } from 'jotai'
import { store } from './store.ts'

export type Reach = 'reached' | 'lost'

/** How the last call fared, how long it took, and when it was sent, in ms since 1970. Every call sets it anew. */
export const lastCallAtom = atom<{ reach: Reach; tookMs: number; sentAt: number }>()

/** The calls that take longer than one should have to wait; `tapped`: somebody has tapped for it. */
export const slowCallsAtom = atom<readonly { tapped: boolean }[]>([])

/** Whether somebody who has tapped has to wait long. */
export const longTapAtom = atom((get) => get(slowCallsAtom).some(({ tapped }) => tapped))

/** Notes that a call got an answer, or got none, and how long that took. A busy phone may note it much later. */
export function noteReach(reach: Reach, tookMs: number, sentAt = Date.now() - tookMs): void {
  store.set(lastCallAtom, { reach, tookMs, sentAt })
}

/** Tells that a call takes long, once it has taken `ms`. Returns what says that it is over. */
export function noteWaiting(ms: number, tapped: boolean): () => void {
  const call = { tapped }
  const timer = setTimeout(() => store.set(slowCallsAtom, (calls) => [...calls, call]), ms)
  return () => {
    clearTimeout(timer)
    if (store.get(slowCallsAtom).includes(call))
      store.set(slowCallsAtom, (calls) => calls.filter((each) => each !== call))
  }
}
