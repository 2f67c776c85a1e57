import { useSyncExternalStore } from 'react'
import { onLine, sparesData } from '#lib/line.ts'

/** Pictures that were asked for with a tap; they stay shown as long as the page does. */
const wanted = new Set<string>()
const listeners = new Set<() => void>()

/** Whether a picture is left out to save data until somebody wants it, and what shows it everywhere. */
export function useSparedPicture(src: string | null | undefined): { spared: boolean; show: () => void } {
  const spared = useSyncExternalStore(subscribe, () => Boolean(src) && !wanted.has(src ?? '') && sparesData())
  const show = () => {
    if (src) wanted.add(src)
    for (const listener of listeners) listener()
  }
  return { spared, show }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onLine(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
