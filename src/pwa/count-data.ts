import { heldPicturesAtom } from '#lib/network/connection-quality.ts'
import { addDataUsed } from '#lib/network/data-used.ts'
import { heard } from '#lib/network/worker-messages.ts'
import { store } from '#lib/store.ts'

/**
 * Counts what the page and its worker transfer, from the page's beginning on. The browser says how much came over the network for
 * each file; what came from a cache is 0. Connections that stay open (live messages) are not among it, nor what other sites send
 * without saying how much.
 */
export function countData(): void {
  if (!('PerformanceObserver' in globalThis)) return
  const observer = new PerformanceObserver((list) => {
    uncounted.push(...(list.getEntries() as PerformanceResourceTiming[]))
    timer ??= setTimeout(count, gatherMs)
  })
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('message', (event: MessageEvent) => {
      const { bytes } = heard(event, 'USED') ?? {}
      if (typeof bytes !== 'number') return
      ofWorker += bytes
      timer ??= setTimeout(count, gatherMs)
    })
  }
  const countHeld = () => {
    const held = store.get(heldPicturesAtom).map((src) => addressOf(src))
    if (held.length > 0) addDataUsed({ held })
  }
  store.sub(heldPicturesAtom, countHeld)
  countHeld()
  // The page may not come back.
  addEventListener('visibilitychange', count)
}

const addressOf = (src: string) => new URL(src, location.href).href

/** Writing costs milliseconds, which the tap that fetched something must not wait for; an installing worker reports each file. */
const gatherMs = 2000
const uncounted: PerformanceResourceTiming[] = []
/** In bytes. */
let ofWorker = 0
let timer: ReturnType<typeof setTimeout> | undefined

function count(): void {
  clearTimeout(timer)
  timer = undefined
  const entries = uncounted.splice(0)
  const bytes = entries.reduce((total, entry) => total + transferred(entry), ofWorker)
  ofWorker = 0
  const pictures = new Map(
    entries.flatMap(({ initiatorType, name, encodedBodySize }) =>
      initiatorType === 'img' && encodedBodySize > 0 ? [[name, encodedBodySize]] : [],
    ),
  )
  if (bytes > 0 || pictures.size > 0) addDataUsed({ bytes, pictures })
}

/** The worker counts the files that it answers with, which WebKit alone counts here as well. */
function transferred({ name, workerStart, transferSize }: PerformanceResourceTiming): number {
  const isOfWorker = workerStart > 0 && !new URL(name).pathname.startsWith('/api/')
  return isOfWorker ? 0 : transferSize
}
