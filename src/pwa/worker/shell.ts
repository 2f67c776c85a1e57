import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { keepPreviousRelease, laterCache } from './previous-release.ts'
import { repairWhenTold } from './repair-precache.ts'

declare const self: ServiceWorkerGlobalScope

type Manifest = Parameters<typeof precacheAndRoute>[0]

/** What is not the app's: the backend's own pages and calls. */
const notOurs = [/^\/api\//, /^\/sandbox/, /^\/socket\.io\//]

/** The app itself: every address of it opens without a network. */
export function keepShell(manifest: Manifest): void {
  precacheAndRoute(manifest, { cleanURLs: false })
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notOurs }))

  // What was too heavy to fetch before it is needed, and what pages of the version before still ask for.
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
  // What a page loaded before it had a worker. The browser still has it, so nothing is transferred.
  self.addEventListener('message', (event) => {
    const { type, urls = [] } = (event.data ?? {}) as { type?: unknown; urls?: string[] }
    if (type !== 'KEEP') return
    event.waitUntil(Promise.all(urls.map((url) => handle({ request: new Request(url), event }))))
  })
}
