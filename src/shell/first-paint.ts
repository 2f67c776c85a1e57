/** Longest wait, in ms, for browsers that do not report a paint or have nothing to paint. */
const patienceMs = 400

/** Runs something once the placeholder shape is on screen, so that nothing delays it; at once in a hidden page. */
export function afterFirstPaint(act: () => void): void {
  let done = false
  const once = () => {
    if (done) return
    done = true
    act()
  }
  if (document.hidden) return once()
  setTimeout(once, patienceMs)
  try {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      once()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    // Some browsers lack it or have it turned off.
    once()
  }
}
