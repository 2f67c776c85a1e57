import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { createPartialResponse } from 'workbox-range-requests'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'

const maxVideos = 6
const isVideoPath = /^\/videos\/[\w-]+\.mp4$/
const isPosterOrCaptions = /^\/videos\/[\w.-]+\.(?:webp|vtt)$/

/** Caches help videos with their captions on first use. */
export function keepVideos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isVideoPath.test(url.pathname),
    new CacheFirst({
      cacheName: 'champa-films',
      plugins: [wholeVideos, new ExpirationPlugin({ maxEntries: maxVideos, purgeOnQuotaError: true })],
    }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPosterOrCaptions.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'champa-captions',
      plugins: [new ExpirationPlugin({ maxEntries: 4 * maxVideos, purgeOnQuotaError: true })],
    }),
  )
}

/**
 * Answers range requests from the whole video, which is fetched and cached. RangeRequestsPlugin handles only cached responses, so
 * the first play would get another kind of response than later ones.
 */
const wholeVideos: WorkboxPlugin = {
  requestWillFetch: ({ request }) => Promise.resolve(new Request(request.url)),
  // A captive portal also answers with 200.
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

/** Deletes an outdated video, so that it is fetched at the next play. */
async function dropOutdated(url: string, kept: Response, cacheName: string): Promise<void> {
  const now = await fetch(url, { method: 'HEAD' }).catch(() => undefined)
  if (now?.ok && now.headers.get('ETag') !== kept.headers.get('ETag'))
    await (await caches.open(cacheName)).delete(url)
}
