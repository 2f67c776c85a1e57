import type { WorkerMessage } from '#lib/network/worker-messages.ts'

/** Has the worker end this browser's subscription to notifications. It never fails: without a worker there is none. */
export function endPushes(): void {
  try {
    const left: WorkerMessage = { type: 'SIGNED_OUT' }
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(left, []))
  } catch {
    // Workers are not allowed here.
  }
}
