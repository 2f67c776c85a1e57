import type { QueryClient } from '@tanstack/react-query'
import { isMissingFile } from '#lib/network/missing-file.ts'
import { store } from '#lib/store.ts'
import { type BusyChecks, updateAtom } from './update-atom.ts'
import { unreachableAtom } from './use-connection.ts'

let looking = false
/** Time after the page's load event, in ms. */
const laterMs = 2000

/** Registers the worker, and begins to follow the clock, after the first screen, so that they do not compete with it. */
export function registerWorkerLater(checks: BusyChecks, queryClient: QueryClient): void {
  globalThis.addEventListener('vite:preloadError', onMissing)
  if (!import.meta.env.PROD) return
  const later = () =>
    void readUpdate()
      .then(({ registerWorker }) => registerWorker(checks, queryClient))
      .catch(ignore)
  if (document.readyState === 'complete') setTimeout(later, laterMs)
  else globalThis.addEventListener('load', () => setTimeout(later, laterMs), { once: true })
}

/** A chunk could not be loaded: its screen shows an error, and the app checks for an update. */
function onMissing(event: VitePreloadErrorEvent): void {
  // By its message the router would know it, and reload the page, which interrupts what the member is doing. Preventing the
  // event would resolve the import without a module, and the code that waits for it would fail in some other way.
  if (isMissingFile(event.payload)) event.payload.message = `Missing file: ${event.payload.message}`
  // While the server cannot be reached no update can be loaded, and a reload could end on the browser's own error page.
  if (looking || !navigator.onLine || store.get(unreachableAtom)) return
  looking = true
  readUpdate()
    .then(({ lookForRelease }) => lookForRelease())
    .catch(() => store.set(updateAtom, { accept: () => location.reload(), isNeeded: true }))
    .finally(() => (looking = false))
}

const readUpdate = () => import(/* offline */ './update.ts')

/** Where workers are not available (a private window, a third-party frame), the app works without one. */
const ignore = () => undefined
