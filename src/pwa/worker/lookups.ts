import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { isApiAnswer, saysGone } from './api-answer.ts'
import { keepWhenTold } from './keep-when-told.ts'

const cacheName = 'champa-lookups'

/**
 * The paths of the lookups that are the same for everybody who reads the same language. Those of a member, or that must be fresh,
 * are not among them.
 */
export const publicLookups = [
  'agreements',
  'banks',
  'conditions',
  'contact',
  'enableChatWidget',
  'info',
  'notice',
  'registerOTP',
  'slip',
  'sources',
].map((name) => `/api/lookup/${name}`)

export function keepLookups(): void {
  const isPublic = (url: URL) => publicLookups.includes(url.pathname)
  const lookups = new StaleWhileRevalidate({
    cacheName,
    plugins: [
      // Cached by address and language only, because the request has the member's token.
      { cacheKeyWillBeUsed: async ({ request }) => `${request.url}?${languageOf(request)}` },
      { cacheWillUpdate: async ({ response }) => ((await isKept(response)) ? response : null) },
      // Without a network, an answer in another language is better than none.
      { handlerDidError: async ({ request }) => findInAnyLanguage(request) },
      new ExpirationPlugin({ maxEntries: 30, maxAgeSeconds: 30 * 24 * 60 * 60 }),
    ],
  })
  registerRoute(({ url }) => isPublic(url), lookups)
  keepWhenTold(isPublic, async (url, event, lang) => {
    const headers = { Accept: 'application/json', 'Accept-Language': lang, 'X-Requester-Type': 'WALLET_USER' }
    const [response, cached] = lookups.handleAll({ request: new Request(url, { headers }), event })
    // A lookup that fails here is cached by its next call.
    await Promise.allSettled([response, cached])
  })
}

const languageOf = ({ headers }: Request) => headers.get('Accept-Language') ?? ''

async function findInAnyLanguage({ url }: Request): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  return cache.match(url, { ignoreSearch: true })
}

const isKept = async (response: Response): Promise<boolean> =>
  response.status === 200 && isApiAnswer(response) && !(await saysGone(response))
