import { atom, useAtomValue } from 'jotai'
import { startTransition } from 'react'

const timeoutMs = 2000

const firstScreenOverAtom = atom(false)
firstScreenOverAtom.onMount = (set) => {
  // A transition renders in slices, so that everything that waits for this does not block input.
  const end = () => startTransition(() => set(true))
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(end, { timeout: timeoutMs })
  else setTimeout(end, timeoutMs / 10)
}

/** Whether the first screen is rendered and the phone idle: everything that is not part of that screen waits for this. */
export function useFirstScreenOver(): boolean {
  return useAtomValue(firstScreenOverAtom)
}
