import { clientsClaim } from 'workbox-core'

declare const self: ServiceWorkerGlobalScope

/** The first worker takes control at once; a new version waits until the member accepts it. */
export function updateWhenTold(): void {
  clientsClaim()
  self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
    if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
  })
}
