import { isMissingFile } from '#lib/missing-file.ts'
import { store } from '#lib/store.ts'
import { updateAtom } from './update-atom.ts'

let looking = false

/** The worker comes after the first screen, so that it takes nothing from it. `isBusy`: nothing may be interrupted now. */
export function registerWorkerLater(isBusy: () => boolean): void {
  globalThis.addEventListener('vite:preloadError', onMissing)
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const later = () =>
    void readUpdate()
      .then(({ registerWorker }) => registerWorker(isBusy))
      .catch(ignore)
  const idle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(later, { timeout: 5000 }) : later()
  if (document.readyState === 'complete') setTimeout(idle, 1500)
  else globalThis.addEventListener('load', () => setTimeout(idle, 1500), { once: true })
}

/** A part of the app could not be loaded: its screen says so, and a newer version is looked for. */
function onMissing(event: VitePreloadErrorEvent): void {
  // The router would reload the page by itself, over whatever is under way.
  if (isMissingFile(event.payload)) event.preventDefault()
  if (looking) return
  looking = true
  readUpdate()
    .then(({ lookForRelease }) => lookForRelease())
    .catch(() => store.set(updateAtom, { take: () => location.reload(), isNeeded: true }))
    .finally(() => (looking = false))
}

const readUpdate = () => import('./update.ts')

/** Where no worker may be had (a private window, a foreign frame), the app works without. */
const ignore = () => undefined
