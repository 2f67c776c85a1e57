import { atom, useAtomValue } from 'jotai'
import { lastCallAtom, slowCallsAtom } from '#lib/network/reachability.ts'
import { store } from '#lib/store.ts'

type Connection = 'online' | 'offline' | 'down' | 'slow' | 'back'

const slowMs = 4000
const backMs = 4000
/** How long a failed call may be followed by silence, in ms: where a network swallows everything, the probe hangs too. */
const silenceMs = 10_000

export const connectionAtom = atom<Connection>(
  'navigator' in globalThis && !navigator.onLine ? 'offline' : 'online',
)
export const offlineAtom = atom((get) => get(connectionAtom) === 'offline')
/** Whether no call reaches the backend, for want of a connection or of the backend itself. */
export const unreachableAtom = atom((get) => ['offline', 'down'].includes(get(connectionAtom)))

/** When the browser last reported that the connection was lost, in ms since 1970. */
let lostAt = 0
/** When the newest call that was answered was sent, in ms since 1970. */
let answeredAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** Runs from a failed call until something shows whether the backend can be reached. */
let doubt: ReturnType<typeof setTimeout> | undefined

function setConnection(next: Connection): void {
  clearTimeout(timer)
  // `back` is shown for a moment only.
  if (next === 'back') timer = setTimeout(setConnection, backMs, 'online')
  store.set(connectionAtom, next)
}

/** Sets what is known now; without `next` all is as it was. */
function decide(next?: Connection): void {
  clearTimeout(doubt)
  doubt = undefined
  if (next) setConnection(next)
}

/**
 * Follows the browser's events and the results of calls: a phone may be "online" in a network without internet. A call may fail
 * alone, of a content blocker or a proxy, so its failure only starts the probe, whose result decides. Calls that fail together
 * share one.
 */
export function followConnection(probe: () => void): void {
  globalThis.addEventListener('offline', () => {
    lostAt = Date.now()
    decide('offline')
  })
  globalThis.addEventListener('online', () => store.get(offlineAtom) && setConnection('back'))
  store.sub(lastCallAtom, () => {
    const call = store.get(lastCallAtom)
    const state = store.get(connectionAtom)
    // A call sent before the connection was lost does not prove that it is back.
    if (!call || (state === 'offline' && call.sentAt < lostAt)) return
    if (call.result !== 'answered') {
      // A probe that ends late says nothing against what has shown itself since it was sent.
      if (call.isProbe) return call.sentAt < Math.max(lostAt, answeredAt) ? undefined : decide(call.result)
      if (doubt || store.get(unreachableAtom)) return
      doubt = setTimeout(decide, silenceMs, call.result)
      return probe()
    }
    answeredAt = Math.max(answeredAt, call.sentAt)
    if (store.get(unreachableAtom)) decide('back')
    else if (call.durationMs > slowMs) decide('slow')
    else decide(state === 'slow' ? 'online' : undefined)
  })
  store.sub(slowCallsAtom, () => {
    if (store.get(slowCallsAtom).length > 0 && !store.get(unreachableAtom)) setConnection('slow')
  })
}

/** Calls back whenever the connection is back. Returns a function that ends it. */
export function onBack(then: () => void): () => void {
  return store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'back') then()
  })
}

/** Buttons that move money are disabled then, and say why. */
export function useOffline(): boolean {
  return useAtomValue(offlineAtom)
}

/** Whether the phone has a connection, and a gateway says that the backend is down. */
export function useDown(): boolean {
  return useAtomValue(connectionAtom) === 'down'
}
