import { mayPrefetchAtom } from '#lib/connection-quality.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'

/** Whether to prefetch: only with a connection that is good by the browser's report and by the app's own calls. */
export function mayPrefetch(): boolean {
  return store.get(connectionAtom) === 'online' && store.get(mayPrefetchAtom)
}

/** How long a page without idle callbacks is given to settle, in ms. */
const fallbackDelayMs = 500

/** Calls `load` once the page is idle, if it may prefetch then. Safari has no `requestIdleCallback`. */
export function prefetchWhenIdle(load: () => unknown): void {
  const start = () => {
    if (mayPrefetch()) load()
  }
  const { requestIdleCallback: whenIdle } = globalThis as Partial<typeof globalThis>
  if (whenIdle) whenIdle(start)
  else setTimeout(start, fallbackDelayMs)
}
