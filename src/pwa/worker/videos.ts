import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'

const maxFilms = 6
const isFilm = /^\/videos\/[\w-]+\.mp4$/
const besideFilms = /^\/videos\/[\w.-]+\.(?:webp|vtt)$/

/** Help videos with their captions, kept once seen. */
export function keepVideos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isFilm.test(url.pathname),
    new CacheFirst({
      cacheName: 'champa-films',
      plugins: [wholeFilms, new ExpirationPlugin({ maxEntries: maxFilms, purgeOnQuotaError: true })],
    }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && besideFilms.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'champa-captions',
      plugins: [new ExpirationPlugin({ maxEntries: 4 * maxFilms, purgeOnQuotaError: true })],
    }),
  )
}

/**
 * Players ask for pieces: the whole film is fetched and kept, and every answer is cut from it. RangeRequestsPlugin cuts only
 * what comes from the cache, so the first play would get another answer than the later ones.
 */
const wholeFilms: WorkboxPlugin = {
  requestWillFetch: ({ request }) => Promise.resolve(new Request(request.url)),
  // A hotel's sign-in page also answers with 200.
  cacheWillUpdate: ({ response }) => Promise.resolve(isVideo(response) ? response : null),
  cachedResponseWillBeUsed({ request, cachedResponse, cacheName, event }) {
    if (cachedResponse) event.waitUntil(dropOutdated(request.url, cachedResponse, cacheName))
    return Promise.resolve(cachedResponse)
  },
  handlerWillRespond: async ({ request, response }) =>
    isVideo(response) && request.headers.has('range') ? createPartialResponse(request, response) : response,
}

function isVideo({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('Content-Type') ?? '').startsWith('video/')
}

/** A film that was made anew is fetched the next time it is wanted. */
async function dropOutdated(url: string, kept: Response, cacheName: string): Promise<void> {
  const now = await fetch(url, { method: 'HEAD' }).catch(() => undefined)
  if (now?.ok && now.headers.get('ETag') !== kept.headers.get('ETag'))
    await (await caches.open(cacheName)).delete(url)
}
