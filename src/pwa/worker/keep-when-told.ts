import { readUrl } from '#lib/network/read-url.ts'
import { heard } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Caches what a page loaded before it had a worker. `lang`: the page's language. */
export function keepWhenTold(
  isWanted: (url: URL) => boolean,
  keep: (url: string, event: ExtendableEvent, lang: string) => Promise<unknown>,
): void {
  self.addEventListener('message', (event) => {
    const { urls, lang } = heard(event, 'KEEP') ?? {}
    if (!Array.isArray(urls)) return
    const language = typeof lang === 'string' ? lang : ''
    for (const one of urls as unknown[]) {
      const url = typeof one === 'string' ? readUrl(one) : undefined
      if (url && isWanted(url)) event.waitUntil(keep(url.href, event, language))
    }
  })
}
