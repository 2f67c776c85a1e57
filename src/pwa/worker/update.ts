import { clientsClaim } from 'workbox-core'

declare const self: ServiceWorkerGlobalScope

/** How long the worker before may go on with its work, in ms, before it is told not to wait for the server any longer. */
const patienceMs = 3000

/** The first worker takes control at once; a new version waits until the member accepts it. */
export function updateWhenTold(): void {
  clientsClaim()
  self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
    if ((data as { type?: unknown } | null)?.type !== 'SKIP_WAITING') return
    const before = self.registration.active
    // Not at once: a message starts a worker that has stopped, and Chromium does not end one that is just starting.
    setTimeout(() => before?.postMessage({ type: 'LEAVE' }, []), patienceMs)
    void self.skipWaiting()
  })
}
