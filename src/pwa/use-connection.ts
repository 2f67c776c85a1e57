import { atom, useAtomValue } from 'jotai'
import { lastCallAtom, slowCallsAtom } from '#lib/reachability.ts'
import { store } from '#lib/store.ts'

type Connection = 'online' | 'offline' | 'down' | 'slow' | 'back'

const slowMs = 4000
const backMs = 4000

export const connectionAtom = atom<Connection>(
  'navigator' in globalThis && !navigator.onLine ? 'offline' : 'online',
)
export const offlineAtom = atom((get) => get(connectionAtom) === 'offline')
/** Whether no call reaches the backend, for want of a connection or of the backend itself. */
export const unreachableAtom = atom((get) => ['offline', 'down'].includes(get(connectionAtom)))

/** When the browser last reported that the connection was lost, in ms since 1970. */
let lostAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

function setConnection(next: Connection): void {
  clearTimeout(timer)
  // `back` is shown for a moment only.
  if (next === 'back') timer = setTimeout(setConnection, backMs, 'online')
  store.set(connectionAtom, next)
}

/** Follows the browser's events and the results of calls: a phone may be "online" in a network without internet. */
export function followConnection(): void {
  globalThis.addEventListener('offline', () => {
    lostAt = Date.now()
    setConnection('offline')
  })
  globalThis.addEventListener('online', () => store.get(offlineAtom) && setConnection('back'))
  store.sub(lastCallAtom, () => {
    const call = store.get(lastCallAtom)
    // A call sent before the connection was lost does not prove that it is back.
    if (!call || (store.get(offlineAtom) && call.sentAt < lostAt)) return
    if (call.result !== 'answered') setConnection(call.result)
    else if (store.get(unreachableAtom)) setConnection('back')
    else if (call.durationMs > slowMs) setConnection('slow')
    else if (store.get(connectionAtom) === 'slow') setConnection('online')
  })
  store.sub(slowCallsAtom, () => {
    if (store.get(slowCallsAtom).length > 0 && !store.get(unreachableAtom)) setConnection('slow')
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
