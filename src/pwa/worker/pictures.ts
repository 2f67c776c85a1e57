import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'

const ourPictures = /^\/(?:art|icons)\//

/** Caches game art and icons on first use. */
export function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && ourPictures.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'champa-pictures',
      plugins: [
        new ExpirationPlugin({ maxEntries: 80, maxAgeSeconds: 60 * 24 * 60 * 60, purgeOnQuotaError: true }),
      ],
    }),
  )
}
