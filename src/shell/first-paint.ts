/** A browser that does not tell when it painted, or has no reason to, is not waited for longer than this, in ms. */
const patienceMs = 400

/** Does something as soon as the page's own shape is on the screen, so that nothing holds that up; at once where nobody looks. */
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
    // Some browsers have none, or are told to have none.
    once()
  }
}
