import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'

/** The site's own facts, the same for everybody. What concerns a member, or must be fresh, is not among them. */
const forEverybody =
  /^\/api\/lookup\/(?:banks|conditions|agreements|info|notice|contact|slip|sources|registerOTP|enableChatWidget)$/

export function keepLookups(): void {
  registerRoute(
    ({ url }) => forEverybody.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'champa-lookups',
      plugins: [
        // By its address alone: what asked for it carries the member's token.
        { cacheKeyWillBeUsed: async ({ request }) => request.url },
        { cacheWillUpdate: async ({ response }) => (isAnswer(response) ? response : null) },
        new ExpirationPlugin({ maxEntries: 20, maxAgeSeconds: 30 * 24 * 60 * 60 }),
      ],
    }),
  )
}

/** A hotel's sign-in page also answers with 200. */
function isAnswer(response: Response): boolean {
  return response.status === 200 && (response.headers.get('Content-Type') ?? '').includes('json')
}
