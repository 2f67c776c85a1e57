import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { formerCache, keepFormer } from './former.ts'

type Manifest = Parameters<typeof precacheAndRoute>[0]

/** What is not the app's: the backend's own pages and calls. */
const notOurs = [/^\/api\//, /^\/sandbox/, /^\/socket\.io\//]

/** The app itself: every address of it opens without a network. */
export function keepShell(manifest: Manifest): void {
  precacheAndRoute(manifest, { cleanURLs: false })
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notOurs }))

  // What was too heavy to fetch before it is needed, and what pages of the version before still ask for.
  keepFormer(manifest.map((entry) => (typeof entry === 'string' ? entry : entry.url)))
  const isAsset = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }) =>
    sameOrigin && url.pathname.startsWith('/assets/')
  registerRoute(isAsset, new CacheFirst({ cacheName: formerCache }))
}
