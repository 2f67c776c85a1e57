import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { readByteRange } from '../../lib/byte-range.ts'

const films = 'champa-films'
const mostFilms = 6
const isFilm = /^\/videos\/[\w-]+\.mp4$/
const besideFilms = /^\/videos\/[\w.-]+\.(?:webp|vtt)$/

/** Help videos with their captions, kept once seen. Players ask for pieces: those are cut from the whole that is kept. */
export function keepVideos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isFilm.test(url.pathname),
    async ({ request, url, event }) => {
      const kept = await (await caches.open(films)).match(url.pathname)
      if (kept) (event as FetchEvent).waitUntil(dropOutdated(url.pathname, kept))
      return pieceOf(kept ?? (await fetchWhole(url.pathname)), request.headers.get('range'))
    },
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && besideFilms.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'champa-captions',
      plugins: [new ExpirationPlugin({ maxEntries: 4 * mostFilms, purgeOnQuotaError: true })],
    }),
  )
}

async function fetchWhole(path: string): Promise<Response> {
  const response = await fetch(path)
  if (response.status !== 200 || !response.headers.get('Content-Type')?.startsWith('video/')) return response
  const cache = await caches.open(films)
  // A phone without room plays it all the same.
  await cache.put(path, response.clone()).catch(() => undefined)
  const [oldest] = await cache.keys()
  if (oldest && (await cache.keys()).length > mostFilms) await cache.delete(oldest)
  return response
}

/** A film that was made anew is fetched the next time it is wanted. */
async function dropOutdated(path: string, kept: Response): Promise<void> {
  const now = await fetch(path, { method: 'HEAD' }).catch(() => undefined)
  if (now?.ok && now.headers.get('ETag') !== kept.headers.get('ETag'))
    await (await caches.open(films)).delete(path)
}

async function pieceOf(whole: Response, asked: string | null): Promise<Response> {
  if (asked === null || whole.status !== 200) return whole
  const bytes = await whole.blob()
  const range = readByteRange(asked, bytes.size)
  if (range === undefined) return new Response(bytes, { headers: whole.headers })
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes.size}` } })
  }
  const { start, end } = range
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${bytes.size}`,
      'Content-Type': whole.headers.get('Content-Type') ?? 'video/mp4',
    },
  })
}
