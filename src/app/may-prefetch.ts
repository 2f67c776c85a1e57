import { mayPrefetchAtom } from '#lib/connection-quality.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'

/** Whether what may be wanted next is fetched before it is: only on a line that is good by the phone's word and by what was seen. */
export function mayPrefetch(): boolean {
  return store.get(connectionAtom) === 'online' && store.get(mayPrefetchAtom)
}
