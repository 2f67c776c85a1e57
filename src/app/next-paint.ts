/** The longest wait for a frame, in ms: a page that becomes hidden gets none. */
const timeoutMs = 100

/** Resolves after the next frame is painted; at once if the page is hidden. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    // A message and not a timer: the browser runs no timers while a finger is down.
    requestAnimationFrame(() => port2.postMessage(undefined))
    setTimeout(resolve, timeoutMs)
  })
}
