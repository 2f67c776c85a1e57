/** The longest wait for a frame, in ms: a page that becomes hidden gets none. */
const timeoutMs = 100

/** Resolves after the next frame is painted; at once if the page is hidden. */
export function nextPaint(): Promise<unknown> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    // A message and not a timer: the browser runs no timers while a finger is down.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve(undefined)
    })
    port1.start()
    requestAnimationFrame(() => port2.postMessage(0))
    setTimeout(resolve, timeoutMs)
  })
}
