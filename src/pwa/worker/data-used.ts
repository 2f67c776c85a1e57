import type { WorkerMessage } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** An answer's age in ms up to which it counts as just fetched. */
const freshMs = 60_000

/** Reports to a page how many bytes the worker has fetched over the network. The page keeps the sum. */
export function reportDataUsed(): void {
  const report = async (entries: readonly PerformanceResourceTiming[]) => {
    const sizes = await Promise.all(entries.map((entry) => sizeOf(entry)))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (bytes === 0) return
    const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    page?.postMessage({ type: 'USED', bytes } satisfies WorkerMessage, [])
  }
  new PerformanceObserver((list) => void report(list.getEntries() as PerformanceResourceTiming[])).observe({
    type: 'resource',
    buffered: true,
  })
}

async function sizeOf({ name, transferSize, encodedBodySize }: PerformanceResourceTiming): Promise<number> {
  if (transferSize > 0 || encodedBodySize > 0 || new URL(name).pathname.startsWith('/api/'))
    return transferSize
  // WebKit reports no sizes in a worker: the file is cached by now. One cached earlier says that this fetch failed.
  const { headers } = (await caches.match(name, { ignoreSearch: true, ignoreVary: true })) ?? new Response()
  const isFresh = Date.now() - Date.parse(headers.get('Date') ?? '') < freshMs
  return isFresh ? Number(headers.get('Content-Length')) : 0
}
