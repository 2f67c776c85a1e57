/** Has the worker end this browser's subscription to notifications. It never fails: without a worker there is none. */
export function endPushes(): void {
  try {
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'SIGNED_OUT' }, []))
  } catch {
    // Workers are not allowed here.
  }
}
