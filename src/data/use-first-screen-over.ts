import { atom, useAtomValue } from 'jotai'
import { startTransition } from 'react'

const patienceMs = 2000

const firstScreenOverAtom = atom(false)
firstScreenOverAtom.onMount = (set) => {
  // In slices: all that waits for it, drawn at once, would be felt.
  const end = () => startTransition(() => set(true))
  // Safari has no word for it.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(end, { timeout: patienceMs })
  else setTimeout(end, patienceMs / 10)
}

/** Whether the first screen stands and the phone has had a moment: what does not make up that screen waits for it. */
export function useFirstScreenOver(): boolean {
  return useAtomValue(firstScreenOverAtom)
}
