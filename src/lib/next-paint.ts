/** Longer than any frame takes, in ms: a page that is hidden is not painted. */
const patienceMs = 100

/** The page has been painted with what was just changed; at once where nothing is painted. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!('document' in globalThis) || document.hidden) return resolve()
    const over = new AbortController()
    const end = () => {
      over.abort()
      resolve()
    }
    requestAnimationFrame(() => setTimeout(end))
    // It may be hidden meanwhile, and its timers with it.
    setTimeout(end, patienceMs)
    document.addEventListener('visibilitychange', end, { signal: over.signal })
  })
}
