import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { publicLookups } from '#lib/network/public-lookups.ts'
import { requesterHeader } from '#lib/network/requester.ts'
import { isApiAnswer, saysGone } from './api-answer.ts'
import { keepWhenTold } from './keep-when-told.ts'

const cacheName = 'champa-lookups'

/** How long a page waits for the server before it gets a recent copy, in s. */
const networkTimeout = 3
/** The age of a copy, in ms, up to which it is recent: a page itself goes on with a lookup for as long. */
const recentMs = 60 * 60_000

/**
 * Gives what the server says, because a page takes every reply as said just then: whether slips are taken, what a bonus asks for. A
 * slow answer is replaced by a recent copy, one that cannot come by any copy.
 */
export function keepLookups(): void {
  const isPublic = (url: URL) => publicLookups.includes(url.pathname)
  const lookups = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: networkTimeout,
    plugins: [
      // Cached by address and language only, because the request has the member's token.
      { cacheKeyWillBeUsed: async ({ request }) => keyOf(request) },
      { cacheWillUpdate: async ({ response }) => ((await isKept(response)) ? response : null) },
      {
        cachedResponseWillBeUsed: async ({ cachedResponse: copy }) => (copy && isRecent(copy) ? copy : null),
      },
      { handlerDidError: async ({ request }) => findCopy(request) },
      // A hotel's page, or a server that is down, answers too.
      {
        handlerWillRespond: async ({ request, response }) =>
          (await isSaid(response)) ? response : ((await findCopy(request)) ?? response),
      },
      // Room for three languages.
      new ExpirationPlugin({ maxEntries: 3 * publicLookups.length, maxAgeSeconds: 30 * 24 * 60 * 60 }),
    ],
  })
  registerRoute(({ url }) => isPublic(url), lookups)
  keepWhenTold(isPublic, async (url, event, lang) => {
    const headers = { Accept: 'application/json', 'Accept-Language': lang, ...requesterHeader }
    const [response, cached] = lookups.handleAll({ request: new Request(url, { headers }), event })
    // A lookup that fails here is cached by its next call.
    await Promise.allSettled([response, cached])
  })
}

const keyOf = ({ url, headers }: Request) => `${url}?${headers.get('Accept-Language') ?? ''}`

/** By a clock that was set back, nothing is recent. */
const isRecent = ({ headers }: Response) =>
  Math.abs(Date.now() - Date.parse(headers.get('Date') ?? '')) < recentMs

/** However old. An answer in another language is better than none. */
async function findCopy(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  return (await cache.match(keyOf(request))) ?? cache.match(request.url, { ignoreSearch: true })
}

const isKept = async (response: Response): Promise<boolean> =>
  response.status === 200 && isApiAnswer(response) && !(await saysGone(response))

/** Whether the server has said something about it: its data, or a refusal. */
async function isSaid(response: Response): Promise<boolean> {
  const isBusy = response.status >= 500 || response.status === 429
  return isApiAnswer(response) && (!isBusy || (await saysGone(response)))
}
