import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { keepPreviousRelease, laterCache } from './previous-release.ts'
import { keepWhenTold } from './keep-when-told.ts'
import { repairWhenTold } from './repair-precache.ts'

type Manifest = Parameters<typeof precacheAndRoute>[0]

/** Addresses that are not the app's, which the worker does not answer: of the backend, and files that are pages themselves. */
const otherPages = [/^\/api\//, /^\/sandbox/, /^\/socket\.io\//, /\.html$/]

/** Precaches the app, so that every address opens offline. */
export function keepShell(manifest: Manifest): void {
  precacheAndRoute(manifest, { cleanURLs: false })
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: otherPages }))

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
  // They are still in the browser's cache, so nothing is transferred.
  keepWhenTold(
    (url) => url.pathname.startsWith('/assets/'),
    (url, event) => handle({ request: new Request(url), event }),
  )
}
