/** Longer than any frame takes, in ms: a page that is hidden is not painted. */
const patienceMs = 100

/** The page has been painted with what was just changed; at once where nothing is painted. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!('document' in globalThis) || document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    // It may be hidden meanwhile.
    setTimeout(resolve, patienceMs)
  })
}
