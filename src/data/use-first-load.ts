import { useDeferredValue, useEffect, useState } from 'react'

interface Load {
  isLoading: boolean
}

/** The longest wait in ms: a slow connection does not hold a button back for longer. */
const timeoutMs = 2000

/**
 * True until all of these have loaded or failed, for two seconds at most; then never again. What is to stand beside a button waits for
 * that: content that arrived later would push the button away from under the finger, and the tap would be lost.
 */
export function useFirstLoad(...loads: readonly Load[]): boolean {
  const [isOver, setOver] = useState(false)
  const isLoading = !isOver && loads.some((load) => load.isLoading)
  if (!isOver && !isLoading) setOver(true)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setOver(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  // What was waited for is rendered in slices, so that a tap meanwhile need not wait for all of it.
  return useDeferredValue(isLoading)
}

interface Part {
  isLoaded(): boolean
  /** Never rejects. */
  fetchFile(): Promise<boolean>
}

/** The file of a lazy part, where it is wanted. */
export function usePartLoad(part: Part, wanted: boolean): Load {
  const [isSettled, setSettled] = useState(part.isLoaded)
  useEffect(() => {
    if (wanted) void part.fetchFile().then(() => setSettled(true))
  }, [part, wanted])
  return { isLoading: wanted && !isSettled }
}
