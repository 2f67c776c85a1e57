import { useSyncExternalStore } from 'react'
import { onReach, onWaiting } from '#lib/reachability.ts'

export type Connection = 'online' | 'offline' | 'slow' | 'back'

const slowMs = 4000
const backMs = 4000

let connection: Connection = 'navigator' in globalThis && !navigator.onLine ? 'offline' : 'online'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: Connection): void {
  clearTimeout(timer)
  // Said for a moment, then no more.
  if (next === 'back') timer = setTimeout(become, backMs, 'online')
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}

/** Follows the browser's word and what the calls learn: a phone may be "online" in a network that leads nowhere. */
export function followConnection(): void {
  globalThis.addEventListener('offline', () => become('offline'))
  globalThis.addEventListener('online', () => connection === 'offline' && become('back'))
  onReach((reach, tookMs) => {
    if (reach === 'lost') become('offline')
    else if (connection === 'offline') become('back')
    else if (tookMs > slowMs) become('slow')
    else if (connection === 'slow') become('online')
  })
  onWaiting(({ any }) => {
    if (any && connection !== 'offline') become('slow')
  })
}

export function currentConnection(): Connection {
  return connection
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, currentConnection)
}

/** Buttons that move money are disabled then, and say why. */
export function useOffline(): boolean {
  return useConnection() === 'offline'
}
