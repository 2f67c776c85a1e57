import { atom, useAtomValue } from 'jotai'
import { lastCallAtom, slowCallsAtom } from '#lib/reachability.ts'
import { store } from '#lib/store.ts'

export type Connection = 'online' | 'offline' | 'slow' | 'back'

const slowMs = 4000
const backMs = 4000

export const connectionAtom = atom<Connection>(
  'navigator' in globalThis && !navigator.onLine ? 'offline' : 'online',
)
export const offlineAtom = atom((get) => get(connectionAtom) === 'offline')

/** When the browser last reported that the connection was lost, in ms since 1970. */
let lineWentAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

function become(next: Connection): void {
  clearTimeout(timer)
  // `back` is shown for a moment only.
  if (next === 'back') timer = setTimeout(become, backMs, 'online')
  store.set(connectionAtom, next)
}

/** Follows the browser's events and the results of calls: a phone may be "online" in a network without internet. */
export function followConnection(): void {
  globalThis.addEventListener('offline', () => {
    lineWentAt = Date.now()
    become('offline')
  })
  globalThis.addEventListener('online', () => store.get(offlineAtom) && become('back'))
  store.sub(lastCallAtom, () => {
    const call = store.get(lastCallAtom)
    if (call?.reach === 'lost') become('offline')
    // A call sent before the connection was lost does not prove that it is back.
    else if (store.get(offlineAtom) && call && call.sentAt < lineWentAt) return
    else if (store.get(offlineAtom)) become('back')
    else if (call && call.tookMs > slowMs) become('slow')
    else if (store.get(connectionAtom) === 'slow') become('online')
  })
  store.sub(slowCallsAtom, () => {
    if (store.get(slowCallsAtom).length > 0 && !store.get(offlineAtom)) become('slow')
  })
}

/** Buttons that move money are disabled then, and say why. */
export function useOffline(): boolean {
  return useAtomValue(offlineAtom)
}
