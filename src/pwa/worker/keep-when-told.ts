declare const self: ServiceWorkerGlobalScope

/** Caches what a page loaded before it had a worker. `lang`: the page's language. */
export function keepWhenTold(
  isWanted: (url: URL) => boolean,
  keep: (url: string, event: ExtendableEvent, lang: string) => Promise<unknown>,
): void {
  self.addEventListener('message', (event) => {
    const { type, urls = [], lang = '' } = (event.data ?? {}) as Told
    if (type !== 'KEEP') return
    const wanted = urls.filter((url) => isWanted(new URL(url)))
    event.waitUntil(Promise.all(wanted.map((url) => keep(url, event, lang))))
  })
}

interface Told {
  type?: unknown
  urls?: string[]
  lang?: string
}
