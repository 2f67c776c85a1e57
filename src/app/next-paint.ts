/** The longest wait for a frame, in ms: a page that becomes hidden gets none. */
const timeoutMs = 100

/** Resolves after the next frame is painted; at once if the page is hidden. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, timeoutMs)
  })
}
