import { useSyncExternalStore } from 'react'

const patienceMs = 2000
const listeners = new Set<() => void>()
let state: 'new' | 'standing' | 'over' = 'new'

/** Whether the first screen stands and the phone has had a moment: what does not make up that screen waits for it. */
export function useFirstScreenOver(): boolean {
  return useSyncExternalStore(subscribe, isOver)
}

const isOver = () => state === 'over'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Who listens is on the page.
  if (state === 'new') {
    state = 'standing'
    // Safari has no word for it.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(end, { timeout: patienceMs })
    else setTimeout(end, patienceMs / 10)
  }
  return () => listeners.delete(listener)
}

function end(): void {
  state = 'over'
  // One at a time: together they would be felt.
  for (const listener of listeners) setTimeout(listener)
}
