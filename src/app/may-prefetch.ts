import { mayPrefetchAtom } from '#lib/network/connection-quality.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'

/** Whether to prefetch: only with a connection that is good by the browser's report and by the app's own calls. */
export function mayPrefetch(): boolean {
  return store.get(connectionAtom) === 'online' && store.get(mayPrefetchAtom)
}
