import { atom } from 'jotai'
import { store } from '#lib/store.ts'

/** `offline`: nobody answered, or a network in between; `down`: only a gateway before the backend answered. */
type CallResult = 'answered' | 'offline' | 'down'

interface LastCall {
  result: CallResult
  durationMs: number
  /** In ms since 1970. */
  sentAt: number
  /** Whether it was the call that shows whether the backend can be reached. */
  isProbe: boolean
}

export const lastCallAtom = atom<LastCall>()

/** The running calls that already take too long; `tapped` if the member started it with a tap. */
export const slowCallsAtom = atom<readonly { tapped: boolean }[]>([])

/** Whether a call that the member started with a tap takes too long. */
export const longTapAtom = atom((get) => get(slowCallsAtom).some(({ tapped }) => tapped))

/** Records the result of a call and its duration in ms. `sentAt` is passed where a busy phone may record it late. */
export function recordCall(
  result: CallResult,
  durationMs: number,
  sentAt = Date.now() - durationMs,
  isProbe = false,
): void {
  store.set(lastCallAtom, { result, durationMs, sentAt, isProbe })
}

/** Counts a call as slow after `ms`. Returns a function to call when it ends. */
export function watchSlowCall(ms: number, tapped: boolean): () => void {
  const call = { tapped }
  const timer = setTimeout(() => store.set(slowCallsAtom, (calls) => [...calls, call]), ms)
  return () => {
    clearTimeout(timer)
    if (store.get(slowCallsAtom).includes(call))
      store.set(slowCallsAtom, (calls) => calls.filter((each) => each !== call))
  }
}
