import { atom } from 'jotai'
import { mayPrefetchAtom } from '#lib/connection-quality.ts'
import { connectionAtom } from '#pwa/use-connection.ts'

/**
 * Whether links load their page when they are touched: only with a connection that is good by the browser's report and by the
 * app's own calls.
 */
export const preloadAtom = atom((get) =>
  get(connectionAtom) === 'online' && get(mayPrefetchAtom) ? 'intent' : false,
)
