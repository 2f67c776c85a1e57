/** The longest wait for a frame, in ms: a hidden page gets none. */
const timeoutMs = 100

/** Resolves after the next frame is painted; at once if the page is hidden or there is no document. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!('document' in globalThis) || document.hidden) return resolve()
    const over = new AbortController()
    const end = () => {
      over.abort()
      resolve()
    }
    requestAnimationFrame(() => setTimeout(end))
    // A page that becomes hidden gets no frame, and its timers are throttled.
    setTimeout(end, timeoutMs)
    document.addEventListener('visibilitychange', end, { signal: over.signal })
  })
}
