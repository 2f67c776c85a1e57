import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { keepPreviousRelease, laterCache } from './previous-release.ts'
import { repairWhenTold } from './repair-precache.ts'

declare const self: ServiceWorkerGlobalScope

type Manifest = Parameters<typeof precacheAndRoute>[0]

/** Addresses of the backend's own pages and calls, which the worker does not answer. */
const backendPaths = [/^\/api\//, /^\/sandbox/, /^\/socket\.io\//]

/** Precaches the app, so that every address opens offline. */
export function keepShell(manifest: Manifest): void {
  precacheAndRoute(manifest, { cleanURLs: false })
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: backendPaths }))

  // Files that are too large to precache, and those that pages of the previous version still need.
  const entries = manifest.map((entry) => (typeof entry === 'string' ? { url: entry } : entry))
  const page = entries.find(({ url }) => url === 'index.html')
  keepPreviousRelease(
    entries.map(({ url }) => url),
    page?.revision ?? '',
  )
  repairWhenTold(entries)
  const later = new CacheFirst({ cacheName: laterCache })
  const handle = async (asked: { request: Request; event: ExtendableEvent }) =>
    (await caches.match(asked.request)) ?? later.handle(asked)
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), handle)
  // Files that a page loaded before it had a worker: they are still in the browser's cache, so nothing is transferred.
  self.addEventListener('message', (event) => {
    const { type, urls = [] } = (event.data ?? {}) as { type?: unknown; urls?: string[] }
    if (type !== 'KEEP') return
    event.waitUntil(Promise.all(urls.map((url) => handle({ request: new Request(url), event }))))
  })
}
