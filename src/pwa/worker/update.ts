import { clientsClaim } from 'workbox-core'
import { heard, type WorkerMessage } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Time in ms after which the previous worker is asked to stop waiting for the server. */
const timeoutMs = 3000

/** The first worker takes control at once; a new version waits until the member accepts it. */
export function updateWhenTold(): void {
  clientsClaim()
  self.addEventListener('message', (event) => {
    if (!heard(event, 'SKIP_WAITING')) return
    // Another tab has accepted the update before: this worker is the active one, and must not tell itself to leave.
    if (!self.registration.waiting) return
    const before = self.registration.active
    // LEAVE is sent later: a message starts a stopped worker, and Chromium does not end a worker that is just starting.
    setTimeout(() => before?.postMessage({ type: 'LEAVE' } satisfies WorkerMessage, []), timeoutMs)
    void self.skipWaiting()
  })
}
