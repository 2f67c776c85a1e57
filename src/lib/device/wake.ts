/** Calls back when the app becomes visible again, or the network returns. Returns a function that unsubscribes. */
export function onWake(wake: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === 'visible') wake()
  }
  document.addEventListener('visibilitychange', shown)
  globalThis.addEventListener('focus', wake)
  globalThis.addEventListener('online', wake)
  return () => {
    document.removeEventListener('visibilitychange', shown)
    globalThis.removeEventListener('focus', wake)
    globalThis.removeEventListener('online', wake)
  }
}
